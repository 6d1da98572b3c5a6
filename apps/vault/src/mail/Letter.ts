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
  | { kind: 'update-primary'; to: string; code: string; next: string }
  | { kind: 'update-secondary'; to: string; code: string }
  | { kind: 'updated'; to: string; next: string; link: string }
