import * as z from 'zod/mini'
import { readDecimal } from './readDecimal.ts'

/** An amount in JSON, a number or a text, as a decimal text. */
export const decimal = z.pipe(
  z
    .union([z.number(), z.string()])
    .check(z.refine((value) => readDecimal(value) !== undefined, { error: 'must be a decimal number' })),
  z.transform((value) => readDecimal(value) as string),
)
