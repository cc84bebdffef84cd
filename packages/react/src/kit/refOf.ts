/** How reads, carts and names refer to a token: `contract:tokenId`. */
export const refOf = (token: { readonly contract: string; readonly tokenId: string | bigint }): string =>
  `${token.contract}:${token.tokenId}`
