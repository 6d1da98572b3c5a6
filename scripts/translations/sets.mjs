import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { codeMailCopy } from '../../apps/gateway/src/modules/embedded/introductions/codeMailCopy.ts'
import { mailCopy } from '../../apps/vault/src/mail/mailCopy.ts'
import { textRules } from '../../apps/wallet/src/language/textRules.ts'
import { readEnglish } from '../../apps/wallet/src/server/readEnglish.ts'
import { modalTexts } from './modalTexts.mjs'

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
 * All texts that are translated: those of the modal, of the wallet site, and of the mails, which are notices of the vault or codes of the
 * gateway. Another set of texts is one more row.
 *
 * @type {readonly TextSet[]}
 */
export const sets = [
  { name: 'modal', folder: join(root, 'packages/i18n/src/locales'), groups: modalTexts },
  { name: 'wallet', folder: join(root, 'apps/wallet/src/locales'), groups: await readWalletTexts() },
  {
    name: 'notices',
    folder: join(root, 'apps/vault/src/mail/locales'),
    groups: { mail: { english: mailCopy, readers: 2 } },
  },
  {
    name: 'codes',
    folder: join(root, 'apps/gateway/src/modules/embedded/introductions/locales'),
    groups: { mail: { english: codeMailCopy, readers: 1 } },
  },
]

async function readWalletTexts() {
  const groups = Object.entries(await readEnglish())
  return Object.fromEntries(
    groups.map(([group, english]) => [group, { english, readers: textRules[group].readers }]),
  )
}
