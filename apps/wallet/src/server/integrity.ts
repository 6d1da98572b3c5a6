import { createHash } from 'node:crypto'
import type { Plugin } from 'vite'

/**
 * Creates a Vite plugin that writes the hash of every file into the pages: as `integrity` on tags, and in an import map for
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
        const scripts = [...hashes].filter(([path]) => path.endsWith('.js'))
        const map = JSON.stringify({ integrity: Object.fromEntries(scripts) })
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue
          file.source = `${file.source}`
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
