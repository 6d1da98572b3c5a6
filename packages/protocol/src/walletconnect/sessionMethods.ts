/** How a message is published: its tag, its TTL in seconds, and whether the wallet should prompt the user. */
export type Delivery = { tag: number; ttl: number; prompt: boolean }

/** A client-to-client method: how its request, its response and, if it differs, its rejection are published. */
export type SessionMethod = { request: Delivery; response: Delivery; reject?: Delivery | undefined }

const daySeconds = 86_400
const fiveMinutesSeconds = 300

/**
 * The methods that WalletConnect clients send to each other, with their tags.
 *
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export const sessionMethods = {
  wc_pairingDelete: method(1000, daySeconds),
  wc_pairingPing: method(1002, 30),
  wc_sessionPropose: { ...method(1100, fiveMinutesSeconds, true), reject: quiet(1120, fiveMinutesSeconds) },
  wc_sessionSettle: method(1102, fiveMinutesSeconds),
  wc_sessionUpdate: method(1104, daySeconds),
  wc_sessionExtend: method(1106, daySeconds),
  wc_sessionRequest: method(1108, fiveMinutesSeconds, true),
  wc_sessionEvent: method(1110, fiveMinutesSeconds, true),
  wc_sessionDelete: method(1112, daySeconds),
  wc_sessionPing: method(1114, daySeconds),
  wc_sessionAuthenticate: { ...method(1116, 3600, true), reject: quiet(1118, 3600) },
} as const satisfies Record<string, SessionMethod>

/** The name of a client-to-client method. */
export type SessionMethodName = keyof typeof sessionMethods

/** Returns whether a method is one of {@link sessionMethods}. */
export function isSessionMethod(name: string): name is SessionMethodName {
  return Object.hasOwn(sessionMethods, name)
}

function method(tag: number, ttl: number, prompt = false): SessionMethod {
  return { request: { tag, ttl, prompt }, response: quiet(tag + 1, ttl) }
}

function quiet(tag: number, ttl: number): Delivery {
  return { tag, ttl, prompt: false }
}
