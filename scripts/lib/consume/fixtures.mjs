/**
 * @typedef {object} Fixture
 * @property {string} name its folder in `fixtures`
 * @property {readonly (readonly string[])[]} [types] arguments of the compiler, one list for each time it runs
 * @property {readonly { script: string, args: (port: number) => string[], dev?: boolean }[]} [serve] how the page is
 * served, one after the other; a page in development may be silent about less
 * @property {boolean} [build] whether it has a script `build`; default: if it is served
 * @property {boolean} [test] whether it has a script `test`, which checks everything
 */

/** How applications resolve types: with a bundler, and as Node does. */
const resolutions = ['bundler', 'nodenext', 'node16'].map((resolution) => [
  ...['--moduleResolution', resolution],
  ...['--module', resolution === 'bundler' ? 'ESNext' : resolution],
])
const vitePort = (port) => ['--port', `${port}`, '--strictPort']

/** @type {readonly Fixture[]} */
export const fixtures = [
  {
    name: 'vite-react19',
    types: resolutions,
    serve: [{ script: 'start', args: vitePort }],
  },
]
