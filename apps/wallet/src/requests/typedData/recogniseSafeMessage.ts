import { hexToBytes } from '@noble/hashes/utils.js'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { isAddress } from './isAddress.ts'
import { nothingNow } from './nothingNow.ts'
import type { Recognise } from './RecognisedTypedData.ts'

/**
 * Recognises a message that an owner signs for a Safe. It is usually a hash, so what it stands for cannot be shown.
 *
 * @see https://github.com/safe-fndn/safe-smart-account
 */
export const recogniseSafeMessage: Recognise = ({ primaryType, domain, message }) => {
  const bytes = message.message
  const safe = domain.verifyingContract
  if (primaryType !== 'SafeMessage' || typeof bytes !== 'string' || !isAddress(safe)) return undefined
  const text = readText(bytes)
  return {
    title: typedText('typed.safe.message'),
    facts: [
      nothingNow('nothingOfOwn'),
      { label: typedText('typed.labels.safe'), value: safe, kind: 'address' },
      { label: typedText('typed.labels.message'), value: text ?? typedText('typed.safe.onlyHash') },
      { label: typedText('typed.labels.takesEffect'), value: typedText('typed.safe.takesEffect') },
      { label: typedText('typed.labels.canBeUsed'), value: typedText('typed.use.endless') },
    ],
    warnings: [danger(typedText('typed.warnings.safeMessage'))],
    taken: undefined,
    stake: 'safe',
  }
}

/** Returns the text of a message that is not a hash. */
function readText(bytes: string): string | undefined {
  if (bytes.length === 66 || !/^0x([0-9a-f]{2})+$/i.test(bytes)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(hexToBytes(bytes.slice(2)))
  } catch {
    return undefined
  }
}
