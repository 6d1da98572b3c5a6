import { buttonCopy } from '../../packages/react/src/buttonCopy.ts'
import { buyCopy } from '../../packages/react/src/buyCopy.ts'
import { cardCopy } from '../../packages/react/src/cardCopy.ts'
import { fundCopy } from '../../packages/react/src/fundCopy.ts'
import { moneyCopy } from '../../packages/react/src/moneyCopy.ts'
import { payCopy } from '../../packages/react/src/payCopy.ts'
import { pendingCopy } from '../../packages/react/src/pendingCopy.ts'
import { sendCopy } from '../../packages/react/src/sendCopy.ts'
import { smartAccountCopy } from '../../packages/react/src/smartAccountCopy.ts'
import { swapCopy } from '../../packages/react/src/swapCopy.ts'
import { viewCopy } from '../../packages/react/src/viewCopy.ts'

// Only the application's developer sees alerts, which are like errors and stay English.
const forVisitors = Object.entries(viewCopy).filter(([id]) => !id.startsWith('alert.'))

/**
 * The English texts that are translated, by the part that they are loaded with: `packages/i18n/src/locales/<tag>/<part>.json` holds
 * the translations.
 *
 * @type {Record<string, Record<string, import('@portico/i18n').Message>>}
 */
export const englishTexts = {
  card: { ...buttonCopy, ...cardCopy },
  views: { ...Object.fromEntries(forVisitors), ...smartAccountCopy, ...pendingCopy },
  money: { ...moneyCopy, ...sendCopy, ...swapCopy, ...buyCopy, ...fundCopy, ...payCopy },
}
