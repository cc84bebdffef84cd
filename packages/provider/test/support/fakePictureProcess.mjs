/** A process of pictures that does what the first byte of a file says. */
process.on('disconnect', () => process.exit())
process.on('message', (file) => {
  const said = { pid: process.pid, settings: Object.keys(process.env) }
  const picture = { type: 'image/webp', bytes: new TextEncoder().encode(JSON.stringify(said)) }
  if (file[0] === 0) process.send({ picture, memory: 0 })
  if (file[0] === 1) for (;;);
  if (file[0] === 2) process.exit()
  if (file[0] === 3) process.send({ picture, memory: 2 ** 30 })
})
process.send('ready')
