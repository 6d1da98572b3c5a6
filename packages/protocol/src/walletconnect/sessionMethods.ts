/** How one direction of a method travels: the relay's tag, and seconds the relay keeps it. */
export type Delivery = { tag: number; ttl: number; prompt: boolean }

/** A method of the client-to-client layer: how its request, its answer and, where it differs, its refusal travel. */
export type SessionMethod = { request: Delivery; response: Delivery; reject?: Delivery | undefined }

const day = 86_400
const minutes5 = 300

/**
 * The methods two WalletConnect clients send each other, with the relay's tags.
 *
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/rpc-methods
 */
export const sessionMethods = {
  wc_pairingDelete: method(1000, day),
  wc_pairingPing: method(1002, 30),
  wc_sessionPropose: { ...method(1100, minutes5, true), reject: quiet(1120, minutes5) },
  wc_sessionSettle: method(1102, minutes5),
  wc_sessionUpdate: method(1104, day),
  wc_sessionExtend: method(1106, day),
  wc_sessionRequest: method(1108, minutes5, true),
  wc_sessionEvent: method(1110, minutes5, true),
  wc_sessionDelete: method(1112, day),
  wc_sessionPing: method(1114, day),
  wc_sessionAuthenticate: { ...method(1116, 3600, true), reject: quiet(1118, 3600) },
} as const satisfies Record<string, SessionMethod>

/** The name of a client-to-client method. */
export type SessionMethodName = keyof typeof sessionMethods

/** Whether a text names one of {@link sessionMethods}. */
export function isSessionMethod(name: string): name is SessionMethodName {
  return Object.hasOwn(sessionMethods, name)
}

function method(tag: number, ttl: number, prompt = false): SessionMethod {
  return { request: { tag, ttl, prompt }, response: quiet(tag + 1, ttl) }
}

function quiet(tag: number, ttl: number): Delivery {
  return { tag, ttl, prompt: false }
}
