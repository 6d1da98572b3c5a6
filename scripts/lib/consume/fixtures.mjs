/**
 * @typedef {object} Fixture
 * @property {string} name
 * @property {string | readonly string[]} [from] the folders in `fixtures` that it is a copy of; its own holds what differs
 * @property {boolean} [oldest] whether it has the lowest version of everything that our packages' ranges allow
 * @property {'npm' | 'pnpm'} [manager] default: npm
 * @property {object} [manifest] what replaces or adds to fields of its package.json
 * @property {readonly (readonly string[])[]} [types] arguments of the compiler, one list for each time it runs
 * @property {readonly string[]} [build] arguments of its script `build`; default: none, if its page is served
 * @property {readonly Server[]} [serve] how its page is served, one after the other
 * @property {readonly ('page' | 'cookies' | 'app' | 'pairing')[]} [visit] what its visitors do; default: `page`
 * @property {boolean} [isLarge] whether its own libraries make a file so large that Vite warns of it
 * @property {App} [app] what `app` needs to know
 * @property {boolean} [daily] whether `npm test` tries it; the others are tried each night
 * @property {boolean} [test] whether it has a script `test`
 *
 * @typedef {object} Server
 * @property {string} script
 * @property {(port: number) => string[]} args
 * @property {boolean} [dev] whether the framework writes hints to the console, because it is in development
 *
 * @typedef {object} App an application written for AppKit
 * @property {readonly ('eip155' | 'solana' | 'bip122')[]} namespaces those that it connects, one after the other
 * @property {readonly [string, string]} networks by name: the first one, and one to switch to
 * @property {boolean} signIn whether its visitor signs in
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
/** React's types are packages of their own. These are the first that have `React.JSX`, which the tags are declared in. */
const oldTypes = { '@types/react': '18.2.6', '@types/react-dom': '18.2.4' }
const vite = [{ script: 'start', args: vitePort }]
const next = [{ script: 'start', args: nextPort }]
const evmApp = { namespaces: ['eip155'], networks: ['Ethereum', 'Base'], signIn: true }

/** @type {readonly Fixture[]} */
export const fixtures = [
  { name: 'vite-react19', daily: true, types: resolutions, serve: vite },
  {
    // Nothing is hoisted.
    name: 'vite-react18-pnpm',
    from: 'vite-react19',
    manager: 'pnpm',
    manifest: {
      dependencies: { react: '18.3.1', 'react-dom': '18.3.1' },
      devDependencies: { '@types/react': '18.3.12', '@types/react-dom': '18.3.1' },
    },
    types: asWritten,
    serve: vite,
  },
  {
    name: 'oldest/react18',
    from: 'vite-react19',
    oldest: true,
    manifest: { devDependencies: oldTypes },
    types: asWritten,
    serve: vite,
  },
  {
    name: 'oldest/wagmi2',
    from: ['vite-wagmi3', 'vite-wagmi2'],
    oldest: true,
    manifest: { devDependencies: oldTypes, overrides: { '@wagmi/connectors': 'file:./no-connectors' } },
    types: asWritten,
    serve: vite,
  },
  {
    name: 'oldest/wagmi3',
    from: 'vite-wagmi3',
    oldest: true,
    // There is no 3.7.0.
    manifest: { dependencies: { wagmi: '3.7.1' }, devDependencies: oldTypes },
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
    serve: next,
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
  // Applications written for AppKit, which differ from what they were only by the aliases in their package.json.
  app('html', evmApp),
  app('next-ethers', { ...evmApp, signIn: false }),
  app('next-siwx', evmApp),
  app('next-wagmi-cookies', evmApp),
  app('react-bitcoin', {
    namespaces: ['bip122'],
    networks: ['Bitcoin', 'Bitcoin Testnet'],
    signIn: false,
  }),
  { name: 'appkit/react-core', types: asWritten, serve: vite, visit: ['pairing'] },
  app('react-ethers', evmApp),
  app('react-ethers5', evmApp),
  app('react-multichain', { ...evmApp, namespaces: ['eip155', 'solana', 'bip122'] }),
  app('react-siwe', evmApp),
  app('react-solana', { namespaces: ['solana'], networks: ['Solana', 'Solana Devnet'], signIn: false }),
  app('react-wagmi', evmApp),
]

function app(name, knows) {
  const serve = name.startsWith('next-') ? next : vite
  return { name: `appkit/${name}`, types: asWritten, isLarge: true, serve, visit: ['app'], app: knows }
}
