/** What a mail is about; the words are `composeMail`'s. */
export type Letter =
  | {
      kind: 'device'
      to: string
      origin: string
      link: string
      browser: string
      system: string
      matchCode: string
    }
  | { kind: 'code'; to: string; origin: string; code: string }
  | {
      kind: 'device-added'
      to: string
      origin: string
      browser: string
      system: string
      /** When it may get the recovery secret, where that is held back: ISO 8601. */
      heldUntil?: string | undefined
      /** Stops it, as long as it is held back. */
      link?: string | undefined
    }
  | { kind: 'update-primary'; to: string; code: string; next: string }
  | { kind: 'update-secondary'; to: string; code: string }
  | { kind: 'updated'; to: string; next: string; link: string }
