import type { EvmWallet } from '../evm/createEvmWallet.ts'
import type { WalletInfo } from '../evm/createWalletInfo.ts'
import type { Eip1193Events, Eip1193Request } from '../evm/eip1193.ts'
import { ProviderRpcError } from '../ProviderRpcError.ts'

/** The methods of a Playwright `Page` that are used. */
export type PlaywrightPage = {
  exposeFunction(name: string, callback: (request: Eip1193Request) => Promise<Response>): Promise<unknown>
  addInitScript(script: PageScript, arg: object): Promise<unknown>
  evaluate(script: PageScript, arg: object): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: Playwright's own type for it depends on types it does not export.
type PageScript = (arg: any) => void

/**
 * Injects a wallet that runs in the test into a page, as an extension would. The app needs no changes, the keys stay in
 * the test, and the test decides for the user. Call it before `page.goto`; the wallet survives reloads.
 *
 * @example
 * import { createEvmWallet } from '@portico/testkit'
 * import { injectWallet } from '@portico/testkit/playwright'
 *
 * const wallet = createEvmWallet({ chains: [{ chainId: 31337, rpcUrl: 'http://localhost:8545' }] })
 * await injectWallet({ page, wallet })
 * await page.goto('/')
 */
export async function injectWallet({
  page,
  wallet,
  legacy = false,
}: {
  page: PlaywrightPage
  wallet: Pick<EvmWallet, 'info' | 'provider'>
  /** Also set `window.ethereum`. */
  legacy?: boolean | undefined
}): Promise<void> {
  const name = `porticoTestkit_${wallet.info.uuid}`
  await page.exposeFunction(name, async (request) => {
    try {
      return { result: await wallet.provider.request(request) }
    } catch (error) {
      // Playwright does not preserve an error's code.
      return { error: toPlain(error as ProviderRpcError) }
    }
  })
  await page.addInitScript(installInPage, { name, info: wallet.info, legacy })
  for (const event of ['connect', 'disconnect', 'chainChanged', 'accountsChanged'] as const) {
    wallet.provider.on(event, (payload) => {
      const plain = payload instanceof ProviderRpcError ? toPlain(payload) : payload
      // A page that is closed or navigating misses the event, as with an extension.
      page.evaluate(emitInPage, { name, event, payload: plain }).catch(() => undefined)
    })
  }
}

type PlainError = { code: number; message: string; data?: unknown }
type Response = { result: unknown } | { error: PlainError }

function toPlain({ code, message, data }: PlainError): PlainError {
  return data === undefined ? { code, message } : { code, message, data }
}

// The two functions below run in the page. They are serialized, so they cannot use anything else in this file.

function installInPage({ name, info, legacy }: { name: string; info: WalletInfo; legacy: boolean }): void {
  if (window !== window.top) return
  const bridge = window as unknown as Record<string, (request: unknown) => Promise<Response>>
  const listeners = new Map<string, ((payload: unknown) => void)[]>()
  const toError = ({ message, ...rest }: PlainError) =>
    Object.assign(new Error(message), { name: 'ProviderRpcError', ...rest })
  const provider = Object.freeze({
    async request(request: unknown) {
      const response = (await bridge[name]?.(request)) as Response
      if ('error' in response) throw toError(response.error)
      return response.result
    },
    on(event: string, listener: (payload: unknown) => void) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener])
      return provider
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      const list = listeners.get(event) ?? []
      const index = list.indexOf(listener)
      if (index !== -1) listeners.set(event, [...list.slice(0, index), ...list.slice(index + 1)])
      return provider
    },
  })
  window.addEventListener(name, (bridged) => {
    const { event, payload } = (bridged as CustomEvent<{ event: string; payload: unknown }>).detail
    const value = event === 'disconnect' ? toError(payload as PlainError) : payload
    for (const listener of listeners.get(event) ?? []) listener(value)
  })

  const detail = Object.freeze({ info: Object.freeze(info), provider })
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', announce)
  if (legacy) Object.assign(window, { ethereum: provider })
  announce()
}

function emitInPage({
  name,
  event,
  payload,
}: {
  name: string
  event: keyof Eip1193Events
  payload: unknown
}): void {
  window.dispatchEvent(new CustomEvent(name, { detail: { event, payload } }))
}
