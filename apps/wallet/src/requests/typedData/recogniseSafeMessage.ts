import { hexToBytes } from '@noble/hashes/utils.js'
import { danger } from './danger.ts'
import { isAddress } from './isAddress.ts'
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
    title: 'Sign a message as an owner of a Safe',
    facts: [
      { label: 'Now', value: 'nothing leaves your own account' },
      { label: 'Safe', value: safe, kind: 'address' },
      text === undefined
        ? { label: 'Message', value: 'unknown: only its hash is signed' }
        : { label: 'Message', value: text },
      { label: 'Takes effect', value: 'once enough owners have signed; you may be the last one' },
      {
        label: 'Signature can be used',
        value: 'by anyone who has it, any number of times, without an end',
      },
    ],
    warnings: [
      danger(
        'A Safe is an account that several owners share. Such a message can let someone take what the Safe holds. Sign it only if you know what it says.',
      ),
    ],
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
