// Every network of the core, so that a new one needs no line here.
export * from '@portico/core/networks'
