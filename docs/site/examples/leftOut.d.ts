// What the examples of documents and doc comments leave out, because it is the reader's own: values of their application, and frameworks that
// are not installed here. Names of this project's packages do not belong here: an example imports them.

declare const options: import('@portico/react').AppKitOptions
declare const appKit: import('@portico/react').AppKit
declare const kit: import('@portico/core').Kit
declare const wagmiAdapter: import('@portico/wagmi').WagmiAdapter
declare const siweServer: import('@portico/siwe').SIWEConfig
declare const connector: import('@portico/core').Connector
declare const transfersSuite: Parameters<typeof import('@portico/core/testing').testTransfers>[0]

// Of a wallet or a network.
declare const address: `0x${string}`
declare const recipient: string
declare const hash: `0x${string}`
declare const uri: string
declare const rpcUrl: string
declare const client: import('viem').PublicClient
declare const provider: import('viem').EIP1193Provider
declare const account: import('viem').LocalAccount
declare const connection: import('@solana/web3.js').Connection
declare const transaction: import('@solana/web3.js').Transaction
declare const psbt: string
declare const sessionKey: import('viem').LocalAccount
declare const operation: Parameters<
  typeof import('@portico/protocol/smartAccount').unsignedOperationTypedData
>[0]

// Of a sign-in.
declare const message: string
declare const signature: `0x${string}`
declare const nonce: string
declare function startSession(account: string): void
declare function refuse(code: string): void

// Of a page and its tests.
declare const request: Request
declare const button: HTMLButtonElement
declare const page: import('@playwright/test').Page
declare function render(): void
declare function showQrCode(uri: string): void
declare function sendRpc(networkId: string, request: { method: string; params?: unknown }): Promise<unknown>

// Several calls, and smart accounts.
declare const id: string
declare const token: `0x${string}`
declare const exchange: `0x${string}`
declare const approve: `0x${string}`
declare const swap: `0x${string}`
declare const calls: import('@portico/react/calls').Call[]

// Svelte compiles runes, and Nuxt has its functions everywhere.
declare const $state: { raw<T>(value: T): T }
declare function $effect(effect: () => unknown): void
declare function defineNuxtPlugin(setup: () => void): unknown
declare function defineNuxtConfig(config: {
  vue: { compilerOptions: { isCustomElement: (tag: string) => boolean } }
}): unknown

/** The folder of `@portico/elements`, copied beside a page. */
declare module '*/portico/index.js' {
  export * from '@portico/elements'
}
declare module '*/portico/networks.js' {
  export * from '@portico/elements/networks'
}
declare module '*/lib/portico.svelte' {
  export function useWallet(): { account: ReturnType<import('@portico/elements').AppKit['getAccount']> }
}
declare module '@vitejs/plugin-vue' {
  export default function vue(options: {
    template: { compilerOptions: { isCustomElement: (tag: string) => boolean } }
  }): import('vite').Plugin
}
declare module '@solana/wallet-adapter-ledger' {
  export class LedgerWalletAdapter {}
}
declare module '*/createDevConnector.ts' {
  export function createDevConnector(): import('@portico/core').Connector
}
declare module '@angular/core' {
  export function Injectable(options: { providedIn: 'root' }): (target: unknown) => void
  export function Component(options: {
    selector: string
    schemas: unknown[]
    template: string
  }): (target: unknown) => void
  export const CUSTOM_ELEMENTS_SCHEMA: unknown
  export function signal<T>(value: T): { (): T; set(value: T): void }
  export function inject<T>(type: abstract new () => T): T
  export abstract class DestroyRef {
    onDestroy(callback: () => void): void
  }
}
