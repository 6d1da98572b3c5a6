import { rpcErrorCodes } from '@portico/protocol'
import { base64, hex } from '@scure/base'
import { createWalletInfo } from '../evm/createWalletInfo.ts'
import { pageWindow } from '../evm/pageWindow.ts'
import { memoryStorage } from '../memoryStorage.ts'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import type { BitcoinChain } from './bitcoinChain.ts'
import { bitcoinIcon } from './bitcoinIcon.ts'
import { type BitcoinStateOptions, createBitcoinState } from './createBitcoinState.ts'
import { installXverse } from './installXverse.ts'
import { broadcast, sendBitcoin } from './sendBitcoin.ts'
import { signBitcoinMessage } from './signBitcoinMessage.ts'
import { readPsbt, signPsbt } from './signPsbt.ts'
import { type BitcoinPerson, toBitcoinPerson } from './toBitcoinPerson.ts'

/** The answer of a request: JSON-RPC, never a rejection. */
export type SatsConnectResponse =
  | { jsonrpc: '2.0'; id: string; result: unknown }
  | { jsonrpc: '2.0'; id: string; error: { code: number; message: string } }

/** What a page finds in `window.XverseProviders.BitcoinProvider`. */
export type SatsConnectProvider = {
  request(method: string, params?: unknown): Promise<SatsConnectResponse>
  addListener(event: { eventName: string; cb(payload: unknown): void }): () => void
}

/** The options of {@link createXverseProvider}; every one may be left out. */
export type XverseProviderOptions = BitcoinStateOptions & {
  /** The answer to methods that are asked for; all of them if left out. */
  methods?: readonly XverseMethod[] | undefined
}

/** The methods it knows, which are also those of `setPolicy`. */
export type XverseMethod =
  | 'wallet_connect'
  | 'wallet_getAccount'
  | 'wallet_disconnect'
  | 'wallet_getNetwork'
  | 'wallet_changeNetwork'
  | 'getAccounts'
  | 'signMessage'
  | 'signPsbt'
  | 'sendTransfer'

/** A wallet shaped like Xverse: what the page sees (`provider`), and its other side, where the person sits. */
export type XverseProvider = BitcoinPerson & {
  readonly provider: SatsConnectProvider
  /** Puts itself into `XverseProviders.BitcoinProvider` and `btc_providers`; on `window` if no target is given. */
  announce(target?: object | undefined): () => void
}

/**
 * Makes a Bitcoin wallet that speaks the JSON-RPC of sats-connect, as Xverse does, really signs and sends, with a person
 * behind it that does as told. It has no name on the page but its place on `window`.
 *
 * @throws {Error} for keys that are none, no chain, and for mainnet unless `allowMainnet`.
 * @see https://docs.xverse.app/sats-connect
 * @example
 * import { createXverseProvider } from '@portico/testkit'
 *
 * const xverse = createXverseProvider({ esploraUrls: { 'bitcoin:regtest': 'http://localhost:4406' } })
 * const stop = xverse.announce()
 */
export function createXverseProvider(options: XverseProviderOptions = {}): XverseProvider {
  const info = createWalletInfo({ name: 'Xverse', icon: bitcoinIcon })
  const storage = options.storage ?? memoryStorage()
  const state = createBitcoinState({ options, storage, storageKey: 'portico.testkit:xverse' })
  const places = new Set<() => void>()
  let count = 0

  const networkName = () => names[state.memory.chain]
  const network = () => ({ bitcoin: { name: networkName() }, stacks: { name: networkName() } })

  function addresses(purposes: readonly unknown[] = ['payment', 'ordinals']) {
    return state
      .exposed(state.memory.chain)
      .filter(({ account, purpose }) => account === state.memory.active && purposes.includes(purpose))
      .map(({ address, publicKey, purpose }) => ({
        address,
        // Of taproot the x coordinate alone, as Xverse has it.
        publicKey: hex.encode(purpose === 'ordinals' ? publicKey.subarray(1) : publicKey),
        purpose,
        addressType: purpose === 'ordinals' ? 'p2tr' : 'p2wpkh',
        walletType: 'software',
      }))
  }

  function assertConnected() {
    if (state.exposed(state.memory.chain).length > 0) return
    throw new ProviderRpcError({ code: accessDenied, message: 'Access denied.' })
  }

  function keyOf(address: unknown) {
    assertConnected()
    const key = state.exposed(state.memory.chain).find((one) => one.address === address)
    if (key) return key
    throw invalid(`${String(address).slice(0, 100)} is no address of the account.`)
  }

  function chainOf(name: unknown): BitcoinChain {
    const chain = state.chains.find((one) => names[one] === name)
    if (chain) return chain
    throw invalid(`The wallet does not know the network ${String(name).slice(0, 30)}.`)
  }

  const account = () => ({ id: 'dev', addresses: addresses(), walletType: 'software', network: network() })

  const methods: Record<XverseMethod, (params: Params) => unknown> = {
    async wallet_connect(params) {
      const chain = params.network === undefined ? state.memory.chain : chainOf(params.network)
      if (!state.memory.authorized) await state.ask('wallet_connect', params, chain)
      state.update({ authorized: true, chain })
      return { ...account(), addresses: addresses(params.addresses as readonly unknown[] | undefined) }
    },
    wallet_getAccount() {
      assertConnected()
      return account()
    },
    wallet_disconnect() {
      state.update({ authorized: false })
      return null
    },
    wallet_getNetwork: network,
    async wallet_changeNetwork(params) {
      assertConnected()
      const chain = chainOf(params.name)
      await state.ask('wallet_changeNetwork', params, state.memory.chain)
      state.update({ chain })
      return null
    },
    async getAccounts(params) {
      if (!state.memory.authorized) await state.ask('getAccounts', params, state.memory.chain)
      state.update({ authorized: true })
      return addresses(params.purposes as readonly unknown[] | undefined)
    },
    async signMessage(params) {
      const { address } = keyOf(params.address)
      if (typeof params.message !== 'string') throw invalid('`message` must be a text.')
      const key = keyOf(address)
      const asked = params.protocol ?? (key.purpose === 'ordinals' ? 'BIP322' : 'ECDSA')
      if (asked !== 'BIP322' && asked !== 'ECDSA') throw invalid('`protocol` must be BIP322 or ECDSA.')
      await state.ask('signMessage', params, state.memory.chain)
      const protocol = asked === 'BIP322' ? 'bip322' : 'ecdsa'
      const message = new TextEncoder().encode(params.message)
      const signature = attempt(() => signBitcoinMessage({ key: keyOf(address), message, protocol }))
      return { address, signature: base64.encode(signature), messageHash: '', protocol: asked }
    },
    async signPsbt(params) {
      const psbt = attempt(() => base64.decode(String(params.psbt)))
      attempt(() => readPsbt(psbt))
      const wanted = Object.entries((params.signInputs ?? {}) as Record<string, number[]>)
      for (const [address] of wanted) keyOf(address)
      await state.ask('signPsbt', params, state.memory.chain)
      const inputs = wanted.flatMap(([address, indexes]) =>
        indexes.map((index) => ({ index, key: keyOf(address) })),
      )
      const transaction = attempt(() => signPsbt({ psbt, inputs }))
      if (params.broadcast !== true) return { psbt: base64.encode(transaction.toPSBT()) }
      const final = attempt(() => {
        transaction.finalize()
        return transaction.extract()
      })
      const { chain } = state.memory
      const txid = await broadcast({ chain, url: state.esploraUrls[chain], transaction: final })
      return { psbt: base64.encode(transaction.toPSBT()), txid }
    },
    async sendTransfer(params) {
      assertConnected()
      const recipients = readRecipients(params.recipients)
      await state.ask('sendTransfer', params, state.memory.chain)
      assertConnected()
      const { chain, active } = state.memory
      const key = state.keys(chain).find((one) => one.account === active && one.purpose === 'payment')
      if (!key) throw invalid('The account has no payment address.')
      return { txid: await sendBitcoin({ key, chain, url: state.esploraUrls[chain], recipients }) }
    },
  }

  const provider: SatsConnectProvider = Object.freeze({
    async request(method: string, given?: unknown): Promise<SatsConnectResponse> {
      const envelope = { jsonrpc: '2.0', id: String(++count) } as const
      try {
        // A copy: what the person sees must be what is signed, whatever the page does to its object meanwhile.
        const params = given === undefined || given === null ? {} : JSON.parse(JSON.stringify(given))
        const run = findMethod(method)
        state.note(method, params)
        return { ...envelope, result: await run(params) }
      } catch (error) {
        const { code, message } = toError(error)
        return { ...envelope, error: { code, message } }
      }
    },
    addListener({ eventName, cb }: { eventName: string; cb(payload: unknown): void }) {
      return state.listen((change) => {
        if (change === 'accounts' && eventName === 'accountChange')
          cb({ type: 'accountChange', addresses: addresses() })
        if (change === 'chain' && eventName === 'networkChange')
          cb({ type: 'networkChange', ...network(), addresses: addresses() })
        if (change === 'disconnect' && eventName === 'disconnect') cb({ type: 'disconnect' })
      })
    },
  })

  function findMethod(method: string): (params: Params) => unknown {
    const offered = options.methods ?? (Object.keys(methods) as XverseMethod[])
    const name = offered.find((one) => one === method)
    if (name) return methods[name]
    throw new ProviderRpcError({ code: methodNotFound, message: 'Method not found.' })
  }

  return Object.assign(toBitcoinPerson({ state, info }), {
    provider,
    announce(target: object = pageWindow()) {
      if (state.memory.removed) throw new Error('The wallet was removed; create a new one to announce it.')
      const stop = installXverse({ provider, icon: info.icon, target })
      places.add(stop)
      return () => {
        if (places.delete(stop)) stop()
      }
    },
    remove() {
      for (const stop of places) stop()
      places.clear()
      state.update({ removed: true })
    },
  })
}

type Params = Record<string, unknown>

const names: Readonly<Record<BitcoinChain, string>> = {
  'bitcoin:mainnet': 'Mainnet',
  'bitcoin:testnet': 'Testnet',
  'bitcoin:signet': 'Signet',
  'bitcoin:regtest': 'Regtest',
}

// The codes of sats-connect.
const userRejection = -32000
const accessDenied = -32002
const methodNotFound = -32601

function toError(error: unknown): { code: number; message: string } {
  if (!(error instanceof ProviderRpcError))
    return { code: rpcErrorCodes.internalError, message: 'Internal error.' }
  const { code, message } = error
  return { code: code === rpcErrorCodes.userRejected ? userRejection : code, message }
}

function invalid(message: string): ProviderRpcError {
  return new ProviderRpcError({ code: rpcErrorCodes.invalidParams, message })
}

function attempt<Result>(job: () => Result): Result {
  try {
    return job()
  } catch (error) {
    throw invalid((error as Error).message)
  }
}

function readRecipients(value: unknown): { address: string; amount: bigint }[] {
  if (!Array.isArray(value) || value.length === 0) throw invalid('`recipients` must be a list.')
  return value.map(({ address, amount }) => {
    if (typeof address !== 'string' || !Number.isSafeInteger(amount) || amount <= 0)
      throw invalid('A recipient is { address, amount }, the amount a number of satoshi.')
    return { address, amount: BigInt(amount) }
  })
}
