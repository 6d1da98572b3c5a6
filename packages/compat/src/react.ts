// Every name of the package, so that a new one needs no line here. `/library/react` is the same.
export * from '@portico/react'
