import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { bundleElementsCode } from '../../scripts/lib/bundleElements.mjs'

/**
 * Measures what a page without a framework loads of `@portico/elements`, in bytes (brotli) and files, all together: its
 * `script`, which imports networks, too; until a button is `drawn`; until the modal is `open`. `files`: how many there are, without the texts of languages.
 */
export async function measureElements() {
  const folder = fileURLToPath(new URL('../../packages/elements', import.meta.url))
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const chunks = new Map(
    (await bundleElementsCode({ folder, manifest })).map((chunk) => [chunk.fileName, chunk]),
  )
  const load = (names, seen = new Set()) => {
    for (const name of names) {
      if (seen.has(name)) continue
      seen.add(name)
      load(chunks.get(name).imports, seen)
    }
    return seen
  }
  const weigh = (names) => ({
    files: names.size,
    brotli: [...names].reduce((sum, name) => sum + brotliCompressSync(chunks.get(name).code).length, 0),
  })
  const script = load(['index.js', 'networks.js'])
  const drawn = load([...script, 'buttons.js'])
  const open = load([...drawn, 'modal.js'])
  const code = [...chunks.keys()].filter((name) => !name.startsWith('texts-'))
  return { script: weigh(script), drawn: weigh(drawn), open: weigh(open), files: code.length }
}
