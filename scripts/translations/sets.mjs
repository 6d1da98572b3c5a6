import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { textRules } from '../../apps/wallet/src/language/textRules.ts'
import { readEnglish } from '../../apps/wallet/src/server/readEnglish.ts'
import { englishTexts } from '../../packages/react/src/testing/englishTexts.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * @typedef {{
 *   name: string,
 *   folder: string,
 *   groups: Record<string, { english: import('@portico/i18n').Messages, readers: number }>,
 * }} TextSet Texts that are translated. `folder/<tag>/<group>.json` has the translations of a group, `folder/<tag>/meta.json` the status
 * of each by its ID, which is unique in the set. `readers`: how many second readers each text needs.
 */

/**
 * All texts that are translated: those of the modal, and of the wallet site. Another set of texts is one more row.
 *
 * @type {readonly TextSet[]}
 */
export const sets = [
  createSet('modal', 'packages/i18n/src/locales', englishTexts, () => 1),
  createSet('wallet', 'apps/wallet/src/locales', await readEnglish(), (group) => textRules[group].readers),
]

function createSet(name, folder, english, readersOf) {
  const groups = Object.entries(english).map(([group, texts]) => [
    group,
    { english: texts, readers: readersOf(group) },
  ])
  return { name, folder: join(root, folder), groups: Object.fromEntries(groups) }
}
