import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { createEvmWallet, type EvmWallet } from '@portico/testkit'
import { injectWallet } from '@portico/testkit/playwright'
import type { Stack } from './stack.ts'
import type { Demo, OpenParameters } from './test.ts'

/**
 * Opens the demo and connects a wallet with an account nobody else has: chains and gateway are those of all tests of a
 * worker. The wallet lives in the test, and stays through reloads.
 */
export async function connectStranger({
  page,
  demo,
  stack,
  options,
}: {
  page: Page
  demo: Demo
  stack: Stack
  options: OpenParameters['options']
}): Promise<EvmWallet> {
  const wallet = createEvmWallet({
    accounts: [`0x${randomBytes(32).toString('hex')}`],
    chains: [{ chainId: 31337, rpcUrl: stack.rpcUrls[31337] }],
  })
  await injectWallet({ page, wallet })
  await demo.open({ options: { signIn: 'off', ...options }, wallets: 'none' })
  await demo.connect()
  return wallet
}
