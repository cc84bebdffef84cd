/** Beside a workspace of React 19: whatever the kit and its libraries import of React is this host's own. */
export default { build: { target: 'es2022' }, resolve: { dedupe: ['react', 'react-dom'] } }
