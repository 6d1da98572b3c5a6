import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { selectShown } from '../../packages/server/src/translations/index.ts'
import { modalTexts } from '../translations/modalTexts.mjs'

const locales = fileURLToPath(new URL('../../packages/i18n/src/locales/', import.meta.url))

/**
 * Plugin for the texts of languages, which are JSON.
 *
 * A file has a default export and nothing else: by itself the bundler would also export each text by its ID, which doubles the size.
 * Texts that are stale or that nobody has compared are left out, and are shown in English.
 */
export function textsAsDefault({ folder = locales, groups = modalTexts } = {}) {
  return {
    name: 'texts-as-default',
    load: {
      filter: { id: /\/locales\/[\w-]+\/\w+\.json$/ },
      handler: (id) => ({
        code: `export default ${JSON.stringify(readShown({ id, folder, groups }))}`,
        moduleType: 'js',
      }),
    },
  }
}

function readShown({ id, folder, groups }) {
  const texts = readJson(id)
  const [, name] = id.match(/\/(\w+)\.json$/)
  if (!id.startsWith(folder) || !groups[name]) return texts
  return selectShown({
    ...groups[name],
    texts,
    status: readJson(join(dirname(id), 'meta.json')),
    asWhole: false,
  })
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
