import { type CaipNetworkId, readProperty } from '@portico/protocol'
import { type FrameResult, frameLimits } from '@portico/protocol/frame'
import { type Kit, track } from '../kit.ts'
import type { AccountType } from './AccountType.ts'
import { authNamespace } from './authNamespace.ts'
import type { EmbeddedState } from './embeddedState.ts'
import { embeddedStore } from './embeddedStore.ts'
import type { Frame } from './frame/openFrame.ts'
import { loginStorageKeys } from './loginStorage.ts'
import { readPreferredType, storePreferredType } from './preferredType.ts'

export interface CreateAccountTypeParameters {
  kit: Kit
  getFrame(): Promise<Frame>
  /** Returns the address of the account; undefined while no user is logged in. */
  getAddress(): string | undefined
  getNetworkId(): CaipNetworkId
  /** Called when the type of the account has changed, unless `readUser` has returned it. */
  onChange(account: { address: string; type: AccountType }): void
}

/** The status of executed calls in the versions of EIP-5792. */
const executed: readonly unknown[] = [200, 'CONFIRMED']

const options = { timeout: frameLimits.safeTimeout }

/**
 * Creates the control of the type that the embedded wallet's Ethereum account has. The type never decides about the address: if the
 * wallet names another address, an unknown type or nothing in time, the account is an EOA.
 */
export function createAccountType({
  kit,
  getFrame,
  getAddress,
  getNetworkId,
  onChange,
}: CreateAccountTypeParameters) {
  const { storage, logger } = kit
  const state = embeddedStore(kit)
  let used: AccountType = 'eoa'
  let isDefaultSent = false
  /** The number of the last change: an earlier one that is answered later has no effect. */
  let lastChange = 0
  const stored = storage.getItem(loginStorageKeys.smartNetworks)
  if (stored !== null) state.set({ smartAccountNetworkIds: toNetworkIds(stored.split(',').map(Number)) })

  function isSame(a: string, b: string): boolean {
    return kit.namespaces.get(authNamespace)?.isSameAddress(a, b) ?? a === b
  }

  /** The type to start with: what was chosen on this device, or what the application prefers. */
  function wantedType(): AccountType {
    const type = readPreferredType(storage) ?? kit.options.defaultAccountTypes?.[authNamespace]
    return type === 'eoa' ? 'eoa' : 'smartAccount'
  }

  /** Writes the type that the account has now, and which types it can have on this network. */
  function use(type: AccountType, part: Partial<EmbeddedState> = {}): void {
    const address = getAddress()
    if (!address) return
    const isChanged = type !== used
    used = type
    const { preferredAccountTypes, smartAccountNetworkIds } = { ...state.get(), ...part }
    // Preferred, but not used: it cannot be one here.
    const canBeSmart =
      preferredAccountTypes?.[authNamespace] === 'eoa' &&
      smartAccountNetworkIds?.includes(getNetworkId()) === true
    const others: AccountType[] = type === 'smartAccount' ? ['eoa'] : canBeSmart ? ['smartAccount'] : []
    const accounts = [type, ...others].map((each) => ({ address, type: each }))
    state.set({ ...part, accounts: { [authNamespace]: accounts } })
    if (isChanged) onChange({ address, type })
  }

  /** Reads and stores on which networks the account can be a smart account. */
  async function readNetworks(): Promise<void> {
    try {
      const frame = await getFrame()
      const answer = await frame.request('GET_SMART_ACCOUNT_ENABLED_NETWORKS', undefined, options)
      const numbers = answer.smartAccountEnabledNetworks
      storage.setItem(loginStorageKeys.smartNetworks, numbers.join(','))
      use(used, { smartAccountNetworkIds: toNetworkIds(numbers) })
    } catch (error) {
      logger.warn('The networks with smart accounts could not be read.', error)
    }
  }

  /**
   * Has the wallet switch to a type. Returns the type that is preferred then, `eoa` after any error, and whether it still counts: no later
   * change was asked for, and the same user is logged in.
   */
  async function switchTo(type: AccountType): Promise<{ preferred: AccountType; isCurrent: boolean }> {
    const change = ++lastChange
    const address = getAddress()
    let answer: AccountType | undefined
    try {
      const frame = await getFrame()
      const result = await frame.request('SET_PREFERRED_ACCOUNT', { type }, options)
      if (!address || !isSame(result.address, address)) throw new Error(`It named ${result.address}.`)
      answer = result.type
      track(kit, 'SET_PREFERRED_ACCOUNT_TYPE', { accountType: answer, network: getNetworkId() })
    } catch (error) {
      logger.warn('The account type could not be set. The account is used as an EOA.', error)
    }
    // On a network without smart accounts the wallet remembers the type, and answers that the account is an EOA.
    const preferred = answer ? type : 'eoa'
    const isCurrent = change === lastChange && getAddress() === address
    if (isCurrent) use(answer ?? 'eoa', { preferredAccountTypes: { [authNamespace]: preferred } })
    return { preferred, isCurrent }
  }

  /** Reads again whether smart-account features are on. */
  async function readDeployed(): Promise<void> {
    const networkId = getNetworkId()
    try {
      const frame = await getFrame()
      const { address, isDeployed } = await frame.request('INIT_SMART_ACCOUNT', undefined, options)
      const isCurrent = isSame(address, getAddress() ?? '') && getNetworkId() === networkId
      if (isCurrent) state.set({ smartAccountDeployed: isDeployed })
    } catch (error) {
      logger.warn('The smart account could not be read.', error)
    }
  }

  return {
    wantedType,
    /** Called with each answer of the wallet: the first calls that were executed have turned the features on. */
    onAnswer(method: string, answer: unknown): void {
      const isExecuted =
        method === 'wallet_getCallsStatus' && executed.includes(readProperty(answer, 'status'))
      if (isExecuted && used === 'smartAccount' && !state.get().smartAccountDeployed) void readDeployed()
    },
    /** Reads what the wallet says about the user, and returns the type of the account. */
    readUser({ address, accounts, preferredAccountType, smartAccountDeployed }: FrameResult<'GET_USER'>) {
      const types = accounts?.filter((other) => isSame(other.address, address)).map(({ type }) => type)
      if (types?.length === 0) logger.warn('The wallet listed other accounts only. The account is an EOA.')
      used = (types ? types[0] : preferredAccountType) ?? 'eoa'
      const { smartAccountNetworkIds: known = [] } = state.get()
      const hasSmart = types?.includes('smartAccount')
      const isNew = hasSmart && !known.includes(getNetworkId())
      use(used, {
        preferredAccountTypes: { [authNamespace]: hasSmart ? used : wantedType() },
        smartAccountDeployed,
        ...(isNew && { smartAccountNetworkIds: [...known, getNetworkId()] }),
      })
      return used
    },
    /** Reads what the wallet says about the account on the network that it has switched to. */
    readNetwork({ accountType, isDeployed }: FrameResult<'SWITCH_NETWORK'>): void {
      if (!accountType && used === 'smartAccount')
        logger.warn('The wallet did not say what the account is on this network. It is used as an EOA.')
      use(accountType ?? 'eoa', {
        smartAccountDeployed: isDeployed,
        // The preference survives networks without smart accounts.
        ...(accountType === 'smartAccount' && { preferredAccountTypes: { [authNamespace]: accountType } }),
      })
    },
    /** Reads where there are smart accounts and, the first time, switches to the type to start with. */
    async start(): Promise<void> {
      const networks = readNetworks()
      if (!isDefaultSent) {
        isDefaultSent = true
        await switchTo(wantedType())
      }
      await networks
    },
    /** Has the wallet switch to a type, and stores the choice on this device. */
    async choose(type: AccountType): Promise<AccountType> {
      const { preferred, isCurrent } = await switchTo(type)
      if (isCurrent) {
        storePreferredType(storage, preferred)
        if (used === 'smartAccount') await readDeployed()
      }
      return preferred
    },
  }
}

function toNetworkIds(numbers: readonly number[]): CaipNetworkId[] {
  return numbers
    .filter((number) => Number.isSafeInteger(number) && number > 0)
    .map((number): CaipNetworkId => `${authNamespace}:${number}`)
}
