import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ed25519 } from '@noble/curves/ed25519.js'
import { sponsorPaymasterAddress } from '@portico/contracts'
import { base58, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { p2tr, p2wpkh } from '@scure/btc-signer'
import { type Address, getProgramDerivedAddress } from '@solana/kit'
import { HDKey as Slip10 } from 'micro-key-producer/slip10.js'
import { parseEther } from 'viem'
import { mnemonicToAccount, privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { addressParams } from './bitcoin/chain/addressParams.ts'
import { devnetManifest } from './manifest.ts'

const { mnemonic, solana, solanaTwo, bitcoin, signet } = devnetManifest
const seed = mnemonicToSeedSync(mnemonic)

describe('devnetManifest', () => {
  test.each(solana.accounts)(
    'behavior: the Solana $role is derived from the mnemonic',
    ({ index, address, privateKey }) => {
      const key = Slip10.fromMasterSeed(seed).derive(`m/44'/501'/${index}'/0'`)
      expect(`0x${hex.encode(key.privateKey)}`).toBe(privateKey)
      expect(base58.encode(ed25519.getPublicKey(key.privateKey))).toBe(address)
    },
  )

  test.each([...solana.tokens, solana.collection, solana.nft])(
    'behavior: the mint of $name matches its key',
    (one) => {
      expect(base58.encode(ed25519.getPublicKey(hex.decode(one.mintPrivateKey.slice(2))))).toBe(one.mint)
    },
  )

  test.each([solana.collection, solana.nft])(
    'behavior: the accounts of $name are derived from its mint',
    async (one) => {
      const program = solana.programs.tokenMetadata
      const seeds = ['metadata', base58.decode(program), base58.decode(one.mint)]
      const derive = async (more: string[]) =>
        (
          await getProgramDerivedAddress({ programAddress: program as Address, seeds: [...seeds, ...more] })
        )[0]
      expect(await derive([])).toBe(one.metadata)
      expect(await derive(['edition'])).toBe(one.edition)
      // Size limit of the metadata account.
      expect(one.uri.length).toBeLessThanOrEqual(200)
      expect(await (await fetch(one.uri)).json()).toMatchObject({
        name: one.name,
        image: expect.stringMatching(/^data:/),
      })
    },
  )

  test.each(
    [bitcoin, signet].flatMap(({ name, chain, accounts }) =>
      accounts.map((account) => ({ name, network: addressParams[chain], ...account })),
    ),
  )('behavior: the $role of $name is of the mnemonic', ({ network, payment, ordinals }) => {
    for (const one of [payment, ordinals]) {
      const { privateKey, publicKey } = HDKey.fromMasterSeed(seed).derive(one.path)
      expect(`0x${hex.encode(privateKey as Uint8Array)}`).toBe(one.privateKey)
      expect(hex.encode(publicKey as Uint8Array)).toBe(one.publicKey)
    }
    expect(p2wpkh(hex.decode(payment.publicKey), network).address).toBe(payment.address)
    const internal = hex.decode(ordinals.publicKey).subarray(1)
    expect(p2tr(internal, undefined, network).address).toBe(ordinals.address)
  })

  test('behavior: the paymaster is that of its terms, and the keys of sponsor and relayer are in files', async () => {
    const { paymaster, owner, signer, relayer, maxCost } = devnetManifest.sponsor
    expect(sponsorPaymasterAddress({ owner, signer, maxCost: parseEther(maxCost) })).toBe(paymaster)
    expect([owner, relayer]).toEqual([9, 7].map((index) => devnetManifest.accounts[index]?.address))
    expect(mnemonicToAccount(mnemonic, { addressIndex: 10 }).address).toBe(signer)
    const inFile = async (name: string) =>
      privateKeyToAddress(
        (await readFile(join(import.meta.dirname, '../keys', name), 'utf8')).trim() as `0x${string}`,
      )
    expect(await inFile('sponsor')).toBe(signer)
    expect(await inFile('relayer')).toBe(relayer)
  })

  test.each([solana, solanaTwo, bitcoin, signet])(
    'behavior: the chain ID of $name is the start of its genesis hash',
    ({ caip2, genesisHash }) => {
      expect(caip2.split(':')[1]).toBe(genesisHash.slice(0, 32))
    },
  )

  test('behavior: networks share no ID, file or port', () => {
    const networks = [solana, solanaTwo, bitcoin, signet]
    for (const name of ['caip2', 'file'] as const)
      expect(new Set(networks.map((network) => network[name])).size).toBe(4)
    // A Solana network also uses the next port.
    const ports = [solana, solanaTwo].flatMap(({ defaultPort }) => [defaultPort, defaultPort + 1])
    ports.push(...[bitcoin, signet].flatMap((one) => [one.defaultPort, one.defaultEsploraPort]))
    expect(new Set(ports).size).toBe(8)
  })
})
