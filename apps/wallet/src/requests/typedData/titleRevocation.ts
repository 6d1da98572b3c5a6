import { titleEffects } from '../titleEffects.ts'

/** Titles a signature that takes permissions back: it revokes nothing until someone uses it. */
export function titleRevocation(...parameters: Parameters<typeof titleEffects>): string {
  return (titleEffects(...parameters) ?? '').replace(/^Revoke /, 'Sign a revocation of ')
}
