// Without 'use client': server components call `cookieToInitialState`.
export { cookieStorage } from './ssr/cookieStorage.ts'
export { cookieToInitialState } from './ssr/cookieToInitialState.ts'
export type { InitialState } from './ssr/InitialState.ts'
