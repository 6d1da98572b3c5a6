import type { Description } from '../src/approve/Description.ts'
import type { Random } from './createRandom.ts'
import type { Scene } from './createScene.ts'

/** What a reader must understand from the screen of a request. */
export type ScreenKey = {
  /** What the request is. */
  kind: string
  /** The site that asks. */
  asks: string
  /** Who gets something: an address, or words. */
  gets: string
  /** What is sent, given, allowed or revoked, with its amount. */
  howMuch: string
  /** Whether it leaves the account now, can be taken later, or nothing can be taken. */
  when: 'now' | 'later' | 'nothing' | 'unknown'
  /** Until when somebody can use it. */
  until: string
}

/** A request with the texts that its screen must contain. */
export type RandomRequest = { description: Description; key: ScreenKey; shown: readonly string[] }

/** Makes a random request of one kind. */
export type MakeRequest = (random: Random, scene: Scene) => RandomRequest
