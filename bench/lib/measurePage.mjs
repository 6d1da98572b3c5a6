import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'vite'

/**
 * Builds a page as an application would, with Vite's defaults and the built packages, and measures its JavaScript in bytes (brotli,
 * best quality). `first` is what the page loads at first; `open` adds what it loads until the Connect view is open. `weighAdded`
 * returns what the chunks of the given files (by the end of their paths), with their imports, add to that and to what connecting
 * loads; `weighAfter` what those of `added` add once those of `loaded` are loaded, too. `weighFile` weighs the file alone. `modules` are
 * the paths in `open`, `all` those of every file.
 *
 * @param {string} root the page's folder
 */
export async function measurePage(root) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      rolldownOptions: { output: { chunkFileNames: fileName, entryFileNames: fileName } },
    },
  })
  const chunks = new Map(
    output.filter(({ type }) => type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const closure = (names, seen = new Set()) => {
    for (const name of names) {
      if (seen.has(name)) continue
      seen.add(name)
      closure(chunks.get(name).imports, seen)
    }
    return seen
  }
  const find = (test) => [...chunks.values()].filter(test).map(({ fileName }) => fileName)
  const first = closure(find(({ isEntry }) => isEntry))
  const modal = find(({ moduleIds }) => moduleIds.some((id) => id.endsWith('/react/dist/chunks/modal.js')))
  const open = closure([...first, ...modal])
  // Loaded once the modal is open, whatever the visitor chooses.
  const connect = find(({ moduleIds }) =>
    moduleIds.some((id) => id.endsWith('/react/dist/chunks/connect.js')),
  )
  const ready = closure([...open, ...connect])
  const findFiles = (ends) =>
    ends.flatMap((end) => {
      const found = find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)))
      if (found.length === 0) throw new Error(`${end} was not found among the chunks.`)
      return found
    })
  const weighAdded = (...ends) => weighAfter({ added: ends, loaded: [] })
  const weighAfter = ({ added: ends, loaded }) => {
    const before = closure(findFiles(loaded), new Set(ready))
    const added = [...closure(findFiles(ends))].filter((name) => !before.has(name))
    const sum = (compress) => added.reduce((total, name) => total + compress(chunks.get(name).code), 0)
    return { files: added.length, minified: sum(bytes), gzip: sum(gzip), brotli: sum(brotli) }
  }
  const weighFile = (end) => weigh(findFiles([end]))
  const weigh = (names) => [...names].reduce((sum, name) => sum + brotli(chunks.get(name).code), 0)
  return {
    first: weigh(first),
    open: weigh(open),
    files: { first: first.size, open: open.size },
    weighAdded,
    weighAfter,
    weighFile,
    all: [...chunks.values()].flatMap(({ moduleIds }) => moduleIds),
    modules: [...open].flatMap((name) => chunks.get(name).moduleIds),
    list: [...open].map((name) => [name, brotli(chunks.get(name).code)]),
  }
}

/**
 * A file's name with a part as random as a hash of its content, but always the same: the names are in the code, and would change the
 * size of a file by 0.1 kB with every change of another one.
 */
function fileName({ name }) {
  return `assets/${name}-${createHash('sha256').update(name).digest('base64url').slice(0, 8)}.js`
}

function bytes(code) {
  return Buffer.byteLength(code)
}

function gzip(code) {
  return gzipSync(code, { level: 9 }).length
}

function brotli(code) {
  return brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}
