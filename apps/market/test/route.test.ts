import { expect, test } from 'vitest'
import { addressOf, routeOf } from '../src/route.ts'

const contract = `0x${'a1'.repeat(20)}`

test('a path names a page', () => {
  expect(routeOf('/')).toEqual({ page: 'home' })
  expect(routeOf(`/${contract}`)).toEqual({ page: 'collection', id: contract })
  expect(routeOf(`/${contract}:artist`)).toEqual({ page: 'collection', id: `${contract}:artist` })
  expect(routeOf(`/${contract}/12`)).toEqual({ page: 'token', token: `${contract}:12` })
  expect(routeOf('/account')).toEqual({ page: 'account', address: undefined })
  expect(routeOf(`/account/${contract.toUpperCase().replace('X', 'x')}`)).toMatchObject({ page: 'account' })
  expect(addressOf(`/harbor/${contract}`)).toEqual({
    slug: 'harbor',
    route: { page: 'collection', id: contract },
  })
})

test('an address is the same in any letters', () => {
  const loud = contract.toUpperCase()
  expect(routeOf(`/${loud}`)).toEqual({ page: 'collection', id: contract })
  expect(routeOf(`/${loud}:Artist`)).toEqual({ page: 'collection', id: `${contract}:Artist` })
  expect(routeOf(`/${loud}/12`)).toEqual({ page: 'token', token: `${contract}:12` })
  expect(routeOf(`/account/${loud}`)).toEqual({ page: 'account', address: contract })
})

test('a token has one address, however its number is written', () => {
  expect(routeOf(`/${contract}/007`)).toEqual({ page: 'token', token: `${contract}:7` })
  expect(routeOf(`/${contract}/0`)).toEqual({ page: 'token', token: `${contract}:0` })
  const last = (1n << 256n) - 1n
  expect(routeOf(`/${contract}/${last}`)).toEqual({ page: 'token', token: `${contract}:${last}` })
})

test('a path that can name nothing is lost: no provider is asked, and it is told what it does not name', () => {
  const paths = {
    '/nowhere': 'collection',
    '/nowhere/1': 'collection',
    [`/${contract.slice(0, -1)}`]: 'collection',
    [`/${contract.slice(0, -1)}/1`]: 'collection',
    [`/${contract}0`]: 'collection',
    '/account/somebody': 'account',
    [`/account/${contract.slice(0, -1)}`]: 'account',
    [`/${contract}/abc`]: 'token',
    [`/${contract}/-1`]: 'token',
    [`/${contract}/1.5`]: 'token',
    [`/${contract}/${1n << 256n}`]: 'token',
    [`/${contract}/1/2`]: 'page',
    '/account/somebody/else': 'page',
  }
  for (const [path, missing] of Object.entries(paths))
    expect(routeOf(path), path).toEqual({ page: 'notFound', missing })
})
