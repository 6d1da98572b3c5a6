import * as z from 'zod/mini'

/** A whole number in base units, as a decimal string. */
export const convertUnits = z.string().check(z.regex(/^\d{1,78}$/))
