/** Pictures and the like: no model reads them. Any other file that is no text is recognised when it is read. */
const NOT_TEXT =
  /\.(?:png|jpe?g|gif|webp|avif|heic|bmp|ico|pdf|zip|gz|7z|mp[34]|m4a|wav|ogg|webm|mov|docx?|xlsx?|pptx?|sqlite|db|bin|exe|woff2?|ttf)$/i

export const isNamedNoText = (path: string): boolean => NOT_TEXT.test(path)
