import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

/**
 * Creates a Vite plugin that writes the hash of every file into the pages that use it: as `integrity` on tags, and in an import map for
 * scripts that are imported later. A file that was changed on the way or in a cache does not run.
 *
 * @see https://www.w3.org/TR/sri-2/
 */
export function integrity(): Plugin {
  return {
    name: 'portico:integrity',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const hashes = new Map<string, string>()
        for (const file of Object.values(bundle)) {
          if (!/\.(js|css)$/.test(file.fileName)) continue
          const content = file.type === 'chunk' ? file.code : file.source
          hashes.set(`/${file.fileName}`, `sha384-${createHash('sha384').update(content).digest('base64')}`)
        }
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue
          const html = `${file.source}`
          const [, entry = ''] = /<script type="module"[^>]*? src="([^"]+)"/.exec(html) ?? []
          const scripts = [...findScripts(bundle, entry.slice(1))].map((path) => [
            `/${path}`,
            hashes.get(`/${path}`),
          ])
          const map = JSON.stringify({ integrity: Object.fromEntries(scripts) })
          file.source = html
            .replace(/<(?:script|link)\b[^>]*?(?:src|href)="([^"]+)"/g, (tag, path: string) => {
              const hash = hashes.get(path)
              return hash ? `${tag} integrity="${hash}"` : tag
            })
            // The import map must come before the first module script.
            .replace(/(?=<script type="module")/, () => `<script type="importmap">${map}</script>\n    `)
        }
      },
    },
  }
}

/** Finds the scripts that a page can import, now or later. */
function findScripts(bundle: Rolldown.OutputBundle, entry: string, found = new Set<string>()): Set<string> {
  const file = bundle[entry]
  if (file?.type !== 'chunk' || found.has(entry)) return found
  found.add(entry)
  for (const next of [...file.imports, ...file.dynamicImports]) findScripts(bundle, next, found)
  return found
}
