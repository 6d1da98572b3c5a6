import { hexToBytes } from '@noble/hashes/utils.js'
import { type SolanaNode, startSolanaNode } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { SolanaSendOptions } from '@portico/protocol/frame'
import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import {
  Connection,
  type Keypair,
  PublicKey,
  Transaction,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import type { Failure } from '../src/approve/createApprover.ts'
import type { Description } from '../src/approve/Description.ts'
import type { Question } from '../src/approve/Question.ts'
import type { AskContext } from '../src/requests/Ask.ts'
import { askSolanaTransactions } from '../src/requests/solana/askSolanaTransactions.ts'
import type { Rpc } from '../src/session/createGatewayAccess.ts'
import { createLock } from '../src/session/createLock.ts'
import { signEd25519 } from '../src/signer/signEd25519.ts'
import { createScriptedApprover } from './createScriptedApprover.ts'

const { solana } = devnetManifest
const [visitor, counterparty] = solana.accounts
const [dusd, pebble] = solana.tokens

/** Solana's mainnet: the local node answers for it, so that the coins have value. */
export const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** The visitor of the local network, to whom the wallet belongs. */
export const own = new PublicKey(visitor.address)
/** An account that the visitor sent to before. */
export const friend = new PublicKey(counterparty.address)
/** An address that the visitor never dealt with. */
export const stranger = new PublicKey('7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2')
export const dollar = { ...dusd, key: new PublicKey(dusd.mint), programKey: new PublicKey(dusd.program) }
export const unpriced = {
  ...pebble,
  key: new PublicKey(pebble.mint),
  programKey: new PublicKey(pebble.program),
}

/** Where an owner keeps a token. */
export function tokenAccountOf(owner: PublicKey, token: { key: PublicKey; programKey: PublicKey } = dollar) {
  return getAssociatedTokenAddressSync(token.key, owner, true, token.programKey)
}

/**
 * Changes what a node answers; undefined leaves the answer as it is. For other networks than the chosen one, which the gateway does not
 * have, there is no answer to change.
 */
export type Tamper = (method: string, params: readonly unknown[], answer: unknown, chainId: string) => unknown

type Options = {
  chainId?: string
  /** Lets the wallet send the transactions; otherwise the site gets them signed. */
  send?: SolanaSendOptions | undefined
  answer?: (question: Question) => 'approved' | 'rejected'
  tamper?: Tamper
  /** Symbols and prices that the gateway reports in addition, by mint. */
  tokens?: Readonly<Record<string, { symbol: string; decimals: number; price?: number }>>
  /** Addresses that the account sent to before. */
  known?: readonly string[]
  /** In US dollars; null if SOL has no price. */
  coinPrice?: number | null
  now?: () => number
  /** Counts the request as a prompt. */
  admit?: () => Promise<void>
}

/** A local Solana network, and a wallet on it. */
export interface SolanaScene {
  connection: Connection
  /** Serializes unsigned instructions as a transaction with a recent blockhash. */
  write(
    instructions: TransactionInstruction[],
    options?: { payer?: PublicKey; blockhash?: string; signers?: Keypair[] },
  ): Promise<Uint8Array>
  /** Requests transactions, and returns what the visitor sees and the page gets. */
  request(
    transactions: Uint8Array[],
    options?: Options,
  ): Promise<{
    questions: Question[]
    failures: Failure[]
    result: Awaited<ReturnType<typeof askSolanaTransactions>>
  }>
  /** Requests transactions that the visitor rejects, and returns what is shown of them. */
  show(
    transactions: TransactionInstruction[] | Uint8Array | Uint8Array[],
    options?: Options,
  ): Promise<Description>
  close(): Promise<void>
}

/** Starts a local Solana network with a wallet. SOL costs $150 and a Dev Dollar $1, and the limit is $100. */
export async function startSolanaScene(): Promise<SolanaScene> {
  const node: SolanaNode = await startSolanaNode({ port: 0 })
  const connection = new Connection(node.url, { commitment: 'processed', wsEndpoint: node.wsUrl })
  const privateKey = hexToBytes(visitor.privateKey.slice(2))
  const scene: SolanaScene = {
    connection,
    async write(instructions, { payer = own, blockhash, signers = [] } = {}) {
      const recent = blockhash ?? (await connection.getLatestBlockhash()).blockhash
      const transaction = new Transaction({ feePayer: payer, blockhash: recent, lastValidBlockHeight: 0 })
      transaction.add(...instructions)
      if (signers.length > 0) transaction.partialSign(...signers)
      return transaction.serialize({ requireAllSignatures: false, verifySignatures: false })
    },
    async request(transactions, options = {}) {
      const { chainId = mainnet, send, answer = () => 'approved', known = [counterparty.address] } = options
      const approver = createScriptedApprover({ answer, onFailure: () => 'again' })
      const stored = new Map<string, unknown>([['recipients solana', known]])
      const context: AskContext = {
        session: {
          address: `0x${'1'.repeat(40)}`,
          origin: 'https://app.example',
          projectId: 'local',
          dapp: {},
          solanaAddress: () => visitor.address,
          chainId: () => chainId,
          openSigner: async () => ({
            address: `0x${'1'.repeat(40)}`,
            signHash: () => Promise.reject(new Error('This key is for another network.')),
            readSolanaAddress: async () => visitor.address,
            signSolana: async (bytes) => signEd25519(privateKey, bytes),
            close() {},
          }),
        },
        rpc: createRpc(node.url, { chainId, tamper: options.tamper }),
        gateway: async () => ({ balances: listBalances(options) }),
        store: {
          read: async (key) => stored.get(key),
          write: async (key, value) => void stored.set(key, value),
        },
        now: options.now ?? Date.now,
        lock: createLock(),
        batchNetworks: async () => new Map(),
        accountType: async () => 'smartAccount',
        approver,
        limits: {
          admit: options.admit ?? (async () => {}),
          reject: async () => {},
          offersBlock: () => false,
        },
        riskLimits: { usd: 100, share: 0.5 },
        block: async () => {},
      }
      const active = { signal: new AbortController().signal, commit() {} }
      const call = { transactions, chainId, send }
      const { questions, failures } = approver
      try {
        return { questions, failures, result: await askSolanaTransactions(call, context, active) }
      } catch (error) {
        const isRejected = error instanceof RpcError && error.rpcCode === rpcErrorCodes.userRejected
        if (!isRejected) throw error
        return { questions, failures, result: [] }
      }
    },
    async show(transactions, options) {
      const isBytes = (value: unknown) => value instanceof Uint8Array
      const list = Array.isArray(transactions) ? transactions : [transactions]
      const wires = list.every(isBytes)
        ? (list as Uint8Array[])
        : [await scene.write(list as TransactionInstruction[])]
      const { questions } = await scene.request(wires, { send: {}, ...options, answer: () => 'rejected' })
      return (questions[0] as Question).description
    },
    close: () => node.close(),
  }
  return scene
}

/** Compiles instructions as a transaction of version 0. */
export async function writeVersioned(
  scene: SolanaScene,
  instructions: TransactionInstruction[],
  tables: Parameters<TransactionMessage['compileToV0Message']>[0] = [],
): Promise<Uint8Array> {
  const { blockhash } = await scene.connection.getLatestBlockhash()
  const message = new TransactionMessage({ payerKey: own, recentBlockhash: blockhash, instructions })
  return new VersionedTransaction(message.compileToV0Message(tables)).serialize()
}

/** Returns what a visitor reads of a description, without the details that must be opened. */
export function readAloud({ title, facts, warnings, risk }: Description): string {
  return [
    `${title} (${risk})`,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
    ...warnings.map(({ level, text }) => `${level === 'danger' ? '!!' : '!'} ${text}`),
  ].join('\n')
}

/** Creates the access of requests to a node of one network; `tamper` changes what it answers. */
export function createRpc(
  url: string,
  { chainId = mainnet, tamper = () => undefined }: { chainId?: string; tamper?: Tamper | undefined } = {},
): Rpc {
  return async (asked, method, params) => {
    const read = async () => {
      const response = await fetch(url, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        headers: { 'content-type': 'application/json' },
      })
      const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
      if (error) throw new Error(error.message)
      return result
    }
    const answer = asked === chainId ? await read() : undefined
    const changed = tamper(method, params, answer, asked) ?? answer
    if (changed instanceof Error) throw changed
    if (changed === undefined) throw new Error('The gateway does not have this network.')
    return changed
  }
}

function listBalances({ chainId = mainnet, tokens = {}, coinPrice = 150 }: Options) {
  const of = (mint: string | undefined, symbol: string, decimals: number, price: number | undefined) => ({
    name: symbol,
    symbol,
    chainId,
    ...(mint === undefined ? {} : { address: `${chainId}:${mint}` }),
    ...(price === undefined ? {} : { value: 1 }),
    price: price ?? 0,
    quantity: { decimals: `${decimals}`, numeric: '1' },
    iconUrl: '',
  })
  return [
    of(undefined, 'SOL', 9, coinPrice ?? undefined),
    of(dusd.mint, dusd.symbol, dusd.decimals, 1),
    of(pebble.mint, pebble.symbol, pebble.decimals, undefined),
    ...Object.entries(tokens).map(([mint, one]) => of(mint, one.symbol, one.decimals, one.price)),
  ]
}
