/**
 * @typedef {object} Fixture
 * @property {string} name
 * @property {string} [from] the folder in `fixtures` that it is a copy of; its own holds what differs
 * @property {'npm' | 'pnpm'} [manager] default: npm
 * @property {object} [manifest] what replaces or adds to fields of its package.json
 * @property {readonly (readonly string[])[]} [types] arguments of the compiler, one list for each time it runs
 * @property {readonly string[]} [build] arguments of its script `build`; default: none, if its page is served
 * @property {readonly Server[]} [serve] how its page is served, one after the other
 * @property {readonly ('page' | 'cookies')[]} [visit] what its visitors do; default: `page`
 * @property {boolean} [daily] whether `npm test` tries it; the others are tried each night
 * @property {boolean} [test] whether it has a script `test`
 *
 * @typedef {object} Server
 * @property {string} script
 * @property {(port: number) => string[]} args
 * @property {boolean} [dev] whether the framework writes hints to the console, because it is in development
 */

/** How applications resolve types: with a bundler, and as Node does. */
const resolutions = ['bundler', 'nodenext', 'node16'].map((resolution) => [
  ...['--moduleResolution', resolution],
  ...['--module', resolution === 'bundler' ? 'ESNext' : resolution],
])
const asWritten = [[]]
const vitePort = (port) => ['--port', `${port}`, '--strictPort']
const nextPort = (port) => ['--port', `${port}`]
const portFromEnv = () => []
const vite = [{ script: 'start', args: vitePort }]

/** @type {readonly Fixture[]} */
export const fixtures = [
  { name: 'vite-react19', daily: true, types: resolutions, serve: vite },
  {
    // React 18, and the oldest versions that the ranges of our packages allow; nothing is hoisted.
    name: 'vite-react18-pnpm',
    from: 'vite-react19',
    manager: 'pnpm',
    manifest: {
      dependencies: { react: '18.3.1', 'react-dom': '18.3.1' },
      devDependencies: { '@types/react': '18.3.12', '@types/react-dom': '18.3.1' },
      overrides: {
        '@noble/ciphers@2': '2.0.0',
        '@noble/curves@2': '2.0.0',
        '@noble/hashes@2': '2.0.0',
        '@scure/base@2': '2.0.0',
        '@scure/btc-signer@2': '2.0.0',
        '@tanstack/query-core': '5.80.0',
        viem: '2.37.0',
        zod: '4.5.0',
        zustand: '5.0.0',
      },
    },
    types: asWritten,
    serve: vite,
  },
  { name: 'vite-wagmi3', daily: true, types: asWritten, serve: vite },
  {
    name: 'vite-wagmi2',
    from: 'vite-wagmi3',
    manifest: {
      dependencies: { wagmi: '2.19.5' },
      overrides: { '@wagmi/connectors': 'file:./no-connectors' },
    },
    types: asWritten,
    serve: vite,
  },
  {
    name: 'next',
    types: asWritten,
    serve: [
      { script: 'start', args: nextPort },
      { script: 'dev', args: nextPort, dev: true },
    ],
  },
  {
    name: 'next-webpack',
    from: 'next',
    build: ['--webpack'],
    serve: [
      { script: 'start', args: nextPort },
      { script: 'dev', args: (port) => ['--webpack', ...nextPort(port)], dev: true },
    ],
  },
  {
    name: 'next-wagmi-cookies',
    from: 'next',
    manifest: {
      dependencies: {
        '@portico/wagmi': '0.1.0',
        '@tanstack/react-query': '^5.108.0',
        viem: '^2.57.1',
        wagmi: '^3.7.7',
      },
    },
    types: asWritten,
    serve: [{ script: 'start', args: nextPort }],
    visit: ['page', 'cookies'],
  },
  {
    name: 'react-router',
    types: asWritten,
    serve: [
      { script: 'start', args: portFromEnv },
      { script: 'dev', args: vitePort, dev: true },
    ],
  },
  { name: 'vue', types: asWritten, serve: vite },
  { name: 'svelte', types: asWritten, serve: vite },
  { name: 'html', daily: true, serve: [{ script: 'start', args: (port) => ['--port', `${port}`] }] },
  { name: 'aliases', types: asWritten, serve: vite },
  {
    name: 'esbuild',
    types: asWritten,
    serve: [{ script: 'start', args: (port) => [`--serve=${port}`] }],
  },
  { name: 'tanstack-start', types: asWritten, serve: vite },
  { name: 'jest', test: true },
  { name: 'node-cjs-siwx', test: true },
]
