import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { transform } from 'lightningcss'

/** Plugin for `import css from './modal.css?inline'`, as Vite resolves it; `modal.css` becomes `modal.css.js`. */
export function styleSheetAsString() {
  return {
    name: 'style-sheet-as-string',
    resolveId: {
      filter: { id: /\.css\?inline$/ },
      handler: (id, importer) => resolve(dirname(importer), id.replace(/\?inline$/, '.js')),
    },
    load: {
      filter: { id: /\.css\.js$/ },
      handler: (id) => {
        const file = id.replace(/\.js$/, '')
        const { code } = transform({ filename: file, code: readFileSync(file), minify: true })
        return { code: `export default ${JSON.stringify(code.toString())}`, moduleType: 'js' }
      },
    },
  }
}
