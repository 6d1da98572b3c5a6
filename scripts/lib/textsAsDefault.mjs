import { readFileSync } from 'node:fs'

/**
 * Plugin for the texts of languages, which are JSON: a file has a default export and nothing else. By itself the bundler would also
 * export each text by its ID, which doubles the size.
 */
export function textsAsDefault() {
  return {
    name: 'texts-as-default',
    load: {
      filter: { id: /\/locales\/[\w-]+\/\w+\.json$/ },
      handler: (id) => ({
        code: `export default ${JSON.stringify(JSON.parse(readFileSync(id, 'utf8')))}`,
        moduleType: 'js',
      }),
    },
  }
}
