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
import type { SatsConnectProvider, SatsConnectResponse } from './satsConnect.ts'
import { broadcast, sendBitcoin } from './sendBitcoin.ts'
import { signBitcoinMessage } from './signBitcoinMessage.ts'
import { parsePsbt, signPsbt } from './signPsbt.ts'
import { type BitcoinUser, toBitcoinUser } from './toBitcoinUser.ts'

/** The options of {@link createXverseProvider}. All are optional. */
export type XverseProviderOptions = BitcoinStateOptions & {
  /** The supported methods. Default: all. */
  methods?: readonly XverseMethod[] | undefined
}

/** A method of the provider, also used in `setPolicy`. */
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

/** A test wallet like Xverse: what the page sees (`provider`), and methods that act as its user. */
export type XverseProvider = BitcoinUser & {
  readonly provider: SatsConnectProvider
  /** Installs the provider in `XverseProviders.BitcoinProvider` and `btc_providers`, on `window` by default. */
  announce(target?: object | undefined): () => void
}

/**
 * Creates a Bitcoin wallet that implements the JSON-RPC of sats-connect, as Xverse does. It really signs and sends, and its
 * policies decide for the user. A page finds it only through its property on `window`.
 *
 * @throws {Error} for invalid keys, without chains, and for mainnet unless `allowMainnet` is set.
 * @see https://docs.xverse.app/sats-connect
 * @example
 * import { createXverseProvider } from '@portico/testkit'
 *
 * const xverse = createXverseProvider({ esploraUrls: { 'bitcoin:regtest': 'http://localhost:4406' } })
 * const withdraw = xverse.announce()
 */
export function createXverseProvider(options: XverseProviderOptions = {}): XverseProvider {
  const info = createWalletInfo({ name: 'Xverse', icon: bitcoinIcon })
  const storage = options.storage ?? memoryStorage()
  const state = createBitcoinState({ options, storage, storageKey: 'portico.testkit:xverse' })
  const installations = new Set<() => void>()
  let count = 0

  const networkName = () => networkNames[state.memory.chain]
  const network = () => ({ bitcoin: { name: networkName() }, stacks: { name: networkName() } })

  function addresses(purposes: readonly unknown[] = ['payment', 'ordinals']) {
    return state
      .exposed(state.memory.chain)
      .filter(({ account, purpose }) => account === state.memory.active && purposes.includes(purpose))
      .map(({ address, publicKey, purpose }) => ({
        address,
        // Taproot keys are x-only, as in Xverse.
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
    const key = state.exposed(state.memory.chain).find((exposed) => exposed.address === address)
    if (key) return key
    throw invalid(`${String(address).slice(0, 100)} is not an address of the account.`)
  }

  function chainOf(name: unknown): BitcoinChain {
    const chain = state.chains.find((id) => networkNames[id] === name)
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
      if (typeof params.message !== 'string') throw invalid('`message` must be a string.')
      const key = keyOf(address)
      const requested = params.protocol ?? (key.purpose === 'ordinals' ? 'BIP322' : 'ECDSA')
      if (requested !== 'BIP322' && requested !== 'ECDSA')
        throw invalid('`protocol` must be BIP322 or ECDSA.')
      await state.ask('signMessage', params, state.memory.chain)
      const protocol = requested === 'BIP322' ? 'bip322' : 'ecdsa'
      const message = new TextEncoder().encode(params.message)
      const signature = attempt(() => signBitcoinMessage({ key: keyOf(address), message, protocol }))
      return { address, signature: base64.encode(signature), messageHash: '', protocol: requested }
    },
    async signPsbt(params) {
      const psbt = attempt(() => base64.decode(String(params.psbt)))
      attempt(() => parsePsbt(psbt))
      const signInputs = Object.entries((params.signInputs ?? {}) as Record<string, number[]>)
      for (const [address] of signInputs) keyOf(address)
      await state.ask('signPsbt', params, state.memory.chain)
      const inputs = signInputs.flatMap(([address, indexes]) =>
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
      const recipients = parseRecipients(params.recipients)
      await state.ask('sendTransfer', params, state.memory.chain)
      assertConnected()
      const { chain, active } = state.memory
      const key = state
        .keys(chain)
        .find((candidate) => candidate.account === active && candidate.purpose === 'payment')
      if (!key) throw invalid('The account has no payment address.')
      return { txid: await sendBitcoin({ key, chain, url: state.esploraUrls[chain], recipients }) }
    },
  }

  const provider: SatsConnectProvider = Object.freeze({
    async request(method: string, argument?: unknown): Promise<SatsConnectResponse> {
      const envelope = { jsonrpc: '2.0', id: String(++count) } as const
      try {
        // Copy the parameters, so that the page cannot change what is signed after the user has seen it.
        const params = argument === undefined || argument === null ? {} : JSON.parse(JSON.stringify(argument))
        const run = findMethod(method)
        state.logRequest(method, params)
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
    const name = offered.find((supported) => supported === method)
    if (name) return methods[name]
    throw new ProviderRpcError({ code: methodNotFound, message: 'Method not found.' })
  }

  return Object.assign(toBitcoinUser({ state, info }), {
    provider,
    announce(target: object = pageWindow()) {
      if (state.memory.removed) throw new Error('The wallet was removed; create a new one to announce it.')
      const withdraw = installXverse({ provider, icon: info.icon, target })
      installations.add(withdraw)
      return () => {
        if (installations.delete(withdraw)) withdraw()
      }
    },
    remove() {
      for (const withdraw of installations) withdraw()
      installations.clear()
      state.update({ removed: true })
    },
  })
}

type Params = Record<string, unknown>

const networkNames: Readonly<Record<BitcoinChain, string>> = {
  'bitcoin:mainnet': 'Mainnet',
  'bitcoin:testnet': 'Testnet',
  'bitcoin:signet': 'Signet',
  'bitcoin:regtest': 'Regtest',
}

// Error codes of sats-connect.
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

function parseRecipients(value: unknown): { address: string; amount: bigint }[] {
  if (!Array.isArray(value) || value.length === 0) throw invalid('`recipients` must be a non-empty array.')
  return value.map(({ address, amount }) => {
    if (typeof address !== 'string' || !Number.isSafeInteger(amount) || amount <= 0)
      throw invalid('A recipient is { address, amount }, with the amount in satoshi.')
    return { address, amount: BigInt(amount) }
  })
}
