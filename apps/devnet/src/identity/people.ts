/** A person to log in as, the same at every provider. */
export interface Person {
  id: string
  givenName: string
  familyName: string
  handle: string
  email: string
  isEmailVerified: boolean
  /** Whether the account at X has a confirmed address; most have none. */
  hasEmailAtX: boolean
}

/** The people to log in as. */
export const people: readonly Person[] = [
  {
    id: 'ada',
    givenName: 'Ada',
    familyName: 'Moreau',
    handle: 'ada_moreau',
    email: 'ada@example.com',
    isEmailVerified: true,
    hasEmailAtX: true,
  },
  {
    id: 'ben',
    givenName: 'Ben',
    familyName: 'Keller',
    handle: 'benkeller',
    email: 'ben@example.com',
    isEmailVerified: true,
    hasEmailAtX: false,
  },
  {
    id: 'cleo',
    givenName: 'Cleo',
    familyName: 'Okafor',
    handle: 'cleo_o',
    email: 'cleo@example.com',
    isEmailVerified: false,
    hasEmailAtX: false,
  },
]
