import type { Messages, Part } from '@portico/i18n'
import { buttonCopy } from '../buttonCopy.ts'
import { buyCopy } from '../buyCopy.ts'
import { buyStepsCopy } from '../buyStepsCopy.ts'
import { cardCopy } from '../cardCopy.ts'
import { fundCopy } from '../fundCopy.ts'
import { moneyCopy } from '../moneyCopy.ts'
import { payCopy } from '../payCopy.ts'
import { pendingCopy } from '../pendingCopy.ts'
import { sendCopy } from '../sendCopy.ts'
import { sendStepsCopy } from '../sendStepsCopy.ts'
import { smartAccountCopy } from '../smartAccountCopy.ts'
import { swapCopy } from '../swapCopy.ts'
import { swapNetworksCopy } from '../swapNetworksCopy.ts'
import { swapStepsCopy } from '../swapStepsCopy.ts'
import { transferCopy } from '../transferCopy.ts'
import { viewCopy } from '../viewCopy.ts'

// Only the application's developer sees alerts, which are like errors and stay English.
const forVisitors = Object.entries(viewCopy).filter(([id]) => !id.startsWith('alert.'))

/**
 * The English texts that are translated, by the part that they are loaded with: `packages/i18n/src/locales/<tag>/<part>.json` holds
 * the translations.
 */
export const englishTexts: Readonly<Record<Part, Messages>> = {
  card: { ...buttonCopy, ...cardCopy },
  views: { ...Object.fromEntries(forVisitors), ...smartAccountCopy, ...pendingCopy },
  money: {
    ...moneyCopy,
    ...transferCopy,
    ...sendCopy,
    ...sendStepsCopy,
    ...swapCopy,
    ...swapStepsCopy,
    ...swapNetworksCopy,
    ...buyCopy,
    ...buyStepsCopy,
    ...fundCopy,
    ...payCopy,
  },
}
