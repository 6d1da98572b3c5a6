/*
 * The URI that a wallet scans or is opened with (ERC-1328, WalletConnect pairing v2). It contains the key of the
 * pairing, so it is secret until it expires. It does not contain the relay's URL: wallets use the relay they are
 * configured with.
 */
import { fromAnyBase64, fromUtf8 } from './bytes.ts'
import { InvalidPairingUriError } from './InvalidPairingUriError.ts'
import { isHex32 } from './keys.ts'

/** The contents of a pairing URI. */
export type PairingUri = {
  topic: string
  symKey: string
  relayProtocol: 'irn'
  /** When the pairing expires, in seconds since 1970. */
  expiryTimestamp?: number | undefined
  /** Methods the application proposes to start with, such as `wc_sessionAuthenticate`. */
  methods?: readonly string[] | undefined
}

/**
 * Formats a pairing URI.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1328
 * @example
 * import { formatPairingUri, generateKey, hashKey } from '@portico/protocol/walletconnect'
 * const symKey = generateKey()
 * formatPairingUri({ topic: hashKey(symKey), symKey, relayProtocol: 'irn', expiryTimestamp: 1_900_000_000 })
 */
export function formatPairingUri({
  topic,
  symKey,
  relayProtocol,
  expiryTimestamp,
  methods,
}: PairingUri): string {
  const expiry = expiryTimestamp === undefined ? '' : `&expiryTimestamp=${expiryTimestamp}`
  const methodsParameter = methods && methods.length > 0 ? `&methods=${methods.join(',')}` : ''
  return `wc:${topic}@2?relay-protocol=${relayProtocol}&symKey=${symKey}${expiry}${methodsParameter}`
}

/**
 * Parses a pairing URI: `wc:`, `wc://`, or the whole URI in base64.
 *
 * @param options.now Seconds since 1970; a URI that has expired by then is rejected. Default: the current time.
 * @throws {InvalidPairingUriError} with the reason. Never contains the key.
 */
export function parsePairingUri(
  uri: string,
  { now = Math.floor(Date.now() / 1000) }: { now?: number | undefined } = {},
): PairingUri {
  const text = uri.startsWith('wc:') ? uri : fromBase64(uri)
  const match = /^wc:(?:\/\/)?([^@?]*)@(\d+)\?(.*)$/s.exec(text)
  if (!match) fail('it is not of the form wc:<topic>@2?…')
  const [, topic = '', version, query] = match
  if (version !== '2') fail('only version 2 is supported')
  const parameters = new URLSearchParams(query)
  const names = [...parameters.keys()]
  if (new Set(names).size !== names.length) fail('it has a parameter twice')
  const symKey = parameters.get('symKey')
  const expiry = parameters.get('expiryTimestamp')
  if (!isHex32(topic)) fail('its topic is not 64 hex digits')
  if (!isHex32(symKey)) fail('its symKey is not 64 hex digits')
  if (parameters.get('relay-protocol') !== 'irn') fail('its relay-protocol is not irn')
  if (expiry !== null && !/^\d{1,12}$/.test(expiry)) fail('its expiryTimestamp is not a number')
  if (expiry !== null && Number(expiry) <= now) fail('it has expired')
  const methods = parameters.get('methods')
  return {
    topic,
    symKey,
    relayProtocol: 'irn',
    ...(expiry === null ? {} : { expiryTimestamp: Number(expiry) }),
    // Older peers write nested lists: [wc_sessionPropose],[wc_authRequest,wc_authBatchRequest].
    ...(methods
      ? {
          methods: methods
            .replace(/[[\]"]/g, '')
            .split(',')
            .filter(Boolean),
        }
      : {}),
  }
}

function fromBase64(text: string): string {
  try {
    const decoded = fromUtf8(fromAnyBase64(text))
    if (decoded.startsWith('wc:')) return decoded
  } catch {
    // Handled below.
  }
  return fail('it does not begin with wc:')
}

function fail(reason: string): never {
  throw new InvalidPairingUriError({ reason })
}
