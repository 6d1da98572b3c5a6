import { capitalise } from './capitalise.ts'
import { phraseEffects } from './phraseEffects.ts'

/** Returns in a few words what effects do, as a title: "Send 5 USDC and let someone take up to 3 WETH". */
export function titleEffects(...parameters: Parameters<typeof phraseEffects>): string | undefined {
  const phrase = phraseEffects(...parameters)
  return phrase === undefined ? undefined : capitalise(phrase)
}
