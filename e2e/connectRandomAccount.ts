import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createEvmWallet, type EvmWallet } from '@portico/testkit'
import { injectWallet } from '@portico/testkit/playwright'
import { sendEther } from './sendEther.ts'
import type { Stack } from './stack.ts'
import type { Demo, OpenParameters } from './test.ts'

/**
 * Opens the demo and connects a wallet with a new random account, for tests that change an account permanently: the tests
 * of a worker share chains and gateway. The wallet runs in the test and survives reloads.
 */
export async function connectRandomAccount({
  page,
  demo,
  stack,
  options,
  ether = 0,
}: {
  page: Page
  demo: Demo
  stack: Stack
  options: OpenParameters['options']
  /** What the account holds from the start. */
  ether?: number
}): Promise<EvmWallet> {
  const wallet = createEvmWallet({
    accounts: [`0x${randomBytes(32).toString('hex')}`],
    chains: [{ chainId: 31337, rpcUrl: stack.rpcUrls[31337] }],
  })
  if (ether > 0) await sendEther(stack, wallet.accounts[0] as string, ether)
  await injectWallet({ page, wallet })
  await demo.open({ options: { signIn: 'off', ...options }, wallets: 'none' })
  await demo.connect()
  return wallet
}
