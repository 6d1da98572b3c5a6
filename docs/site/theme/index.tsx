export * from '@rspress/core/theme-original'
export { NotFoundLayout } from './NotFoundLayout.tsx'
