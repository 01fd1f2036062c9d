import fc from 'fast-check'

/** Any character, as the unit of a string: fast-check's own `binary` unit takes seconds to be made. */
export const codePoint: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code))
