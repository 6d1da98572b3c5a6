import { defineChain, type Endpoint } from '@portico/core'
import { startSolanaNode } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import { createSolanaWallet } from '@portico/testkit'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
} from '@solana/web3.js'
import { createConnector } from '../src/connector/createConnector.ts'
import type { Instruction } from '../src/messages/Instruction.ts'
import { instructions } from '../src/messages/instructions.ts'
import { programs } from '../src/messages/programs.ts'
import { tokenAccountAddress } from '../src/messages/tokenAccountAddress.ts'
import type { SolanaProvider } from '../src/provider/SolanaProvider.ts'

const { solana } = devnetManifest

/** Changes what the node answers to a method; undefined leaves the answer as it is. An `Error` is a node
 * that does not respond, or in a batch does not know the method. */
export type Tamper = (method: string, answer: unknown, params: readonly unknown[]) => unknown

const toKeypair = (privateKey: string) =>
  Keypair.fromSeed(Uint8Array.from(Buffer.from(privateKey.slice(2), 'hex')))

/** A local Solana node with a wallet of the visitor, and functions that create tokens and odd accounts. */
export async function startScene() {
  const node = await startSolanaNode({ port: 0 })
  const realFetch = globalThis.fetch
  let tamper: Tamper | undefined
  let requests: string[] = []

  /** Answers like the node, with the changes of `tamper`. */
  globalThis.fetch = async (input, init) => {
    const response = await realFetch(input, init)
    if (!tamper || !String(input).startsWith(node.url)) return response
    const request = JSON.parse(String(init?.body))
    const answer = (await response.json()) as { result?: unknown }
    const isBatch = Array.isArray(request)
    const one = (call: { method: string; params: unknown[] }, reply: { result?: unknown }) => {
      requests.push(call.method)
      const changed = tamper?.(call.method, reply.result, call.params ?? [])
      if (changed instanceof Error && !isBatch) throw changed
      if (changed instanceof Error) {
        const { result: _, ...rest } = reply
        return { ...rest, error: { code: -32601, message: changed.message } }
      }
      return changed === undefined ? reply : { ...reply, error: undefined, result: changed }
    }
    return Response.json(
      isBatch
        ? request.map((call: { method: string; params: unknown[] }, index: number) =>
            one(call, (answer as { result?: unknown }[])[index] ?? {}),
          )
        : one(request, answer),
    )
  }

  const connection = new Connection(node.url, 'confirmed')
  const [visitor, friend, faucet] = solana.accounts.map(({ privateKey }) => toKeypair(privateKey)) as [
    Keypair,
    Keypair,
    Keypair,
  ]
  const network = defineChain({
    id: solana.caip2.slice('solana:'.length),
    name: solana.name,
    chainNamespace: 'solana',
    nativeCurrency: solana.coin,
    rpcUrls: { default: { http: [node.url] } },
  })

  async function execute(list: readonly (TransactionInstruction | Instruction)[], signers: Keypair[]) {
    const transaction = new Transaction().add(
      ...list.map((one) => (one instanceof TransactionInstruction ? one : toWeb3(one))),
    )
    transaction.recentBlockhash = (await connection.getLatestBlockhash()).blockhash
    transaction.feePayer = signers[0]?.publicKey as PublicKey
    transaction.sign(...signers)
    return connection.sendRawTransaction(transaction.serialize())
  }

  /**
   * Creates a token, and gives each owner an amount of it.
   *
   * @param extensions the bytes that this adds to a mint of Token-2022, and the instruction's data that sets it up
   */
  async function createToken({
    program = programs.token as string,
    decimals = 6,
    extensions = [],
    amounts,
  }: {
    program?: string
    decimals?: number
    extensions?: { bytes: number; data: (authority: PublicKey) => number[] }[]
    amounts: Record<string, bigint>
  }): Promise<string> {
    const mint = Keypair.generate()
    const space = extensions.reduce((sum, { bytes }) => sum + 4 + bytes, extensions.length > 0 ? 166 : 82)
    const onMint = (data: number[]): Instruction => ({
      program,
      accounts: [{ address: mint.publicKey.toBase58(), isWritable: true }],
      data: Uint8Array.from(data),
    })
    const authority = faucet.publicKey
    await execute(
      [
        SystemProgram.createAccount({
          fromPubkey: authority,
          newAccountPubkey: mint.publicKey,
          lamports: await connection.getMinimumBalanceForRentExemption(space),
          space,
          programId: new PublicKey(program),
        }),
        ...extensions.map(({ data }) => onMint(data(authority))),
        onMint([20, decimals, ...authority.toBytes(), 1, ...authority.toBytes()]),
      ],
      [faucet, mint],
    )
    const address = mint.publicKey.toBase58()
    for (const [owner, amount] of Object.entries(amounts)) {
      const account = await tokenAccountAddress({ owner, mint: address, program })
      const payer = authority.toBase58()
      await execute(
        [
          instructions.openTokenAccount({ payer, account, owner, mint: address, program }),
          {
            program,
            accounts: [
              { address, isWritable: true },
              { address: account, isWritable: true },
              { address: payer, isSigner: true },
            ],
            data: Uint8Array.from([7, ...new Uint8Array(BigUint64Array.of(amount).buffer)]),
          },
        ],
        [faucet],
      )
    }
    return address
  }

  /** Connects a wallet of an account of the local network. */
  async function connectWallet(
    index = 0,
    options: Parameters<typeof createSolanaWallet>[0] = {},
  ): Promise<{ provider: SolanaProvider; wallet: ReturnType<typeof createSolanaWallet> }> {
    const wallet = createSolanaWallet({ rpcUrls: { 'solana:localnet': node.url }, ...options })
    wallet.switchAccount(index)
    const connector = createConnector({
      id: 'Sol',
      name: 'Sol',
      icon: undefined,
      wallet: wallet.wallet,
      commitment: 'confirmed',
      networks: [network],
    })
    await connector.connect({ silent: false, networkId: network.caipNetworkId })
    return { provider: connector.getProvider() as SolanaProvider, wallet }
  }

  return {
    endpoint: { network, urls: [node.url] } satisfies Endpoint,
    network,
    connection,
    visitor,
    friend,
    faucet,
    execute,
    createToken,
    connectWallet,
    /** Runs something while the node answers otherwise. Returns the methods that were asked, too. */
    async tampered<T>(change: Tamper, run: () => Promise<T>): Promise<{ value: T; requests: string[] }> {
      tamper = change
      requests = []
      try {
        return { value: await run(), requests }
      } finally {
        tamper = undefined
      }
    },
    async close() {
      globalThis.fetch = realFetch
      await node.close()
    },
  }
}

/** Converts an instruction to that of `@solana/web3.js`. */
function toWeb3({ program, accounts, data }: Instruction): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(program),
    keys: accounts.map(({ address, isSigner = false, isWritable = false }) => ({
      pubkey: new PublicKey(address),
      isSigner,
      isWritable,
    })),
    data: Buffer.from(data),
  })
}
