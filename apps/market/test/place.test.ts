import { expect, test } from 'vitest'
import { addressOf, placeOf } from '../src/place.ts'

const contract = `0x${'a1'.repeat(20)}`

test('default: a path names a page', () => {
  expect(placeOf('/')).toEqual({ page: 'home' })
  expect(placeOf(`/${contract}`)).toEqual({ page: 'collection', id: contract })
  expect(placeOf(`/${contract}:artist`)).toEqual({ page: 'collection', id: `${contract}:artist` })
  expect(placeOf(`/${contract}/12`)).toEqual({ page: 'token', token: `${contract}:12` })
  expect(placeOf('/account')).toEqual({ page: 'account', address: undefined })
  expect(placeOf(`/account/${contract.toUpperCase().replace('X', 'x')}`)).toMatchObject({ page: 'account' })
  expect(addressOf(`/harbor/${contract}`)).toEqual({
    slug: 'harbor',
    place: { page: 'collection', id: contract },
  })
})

test('a path that can name nothing is lost: no provider is asked, and none is said not to have answered', () => {
  for (const path of [
    '/nowhere',
    '/account/somebody',
    `/account/${contract.slice(0, -1)}`,
    `/${contract}/abc`,
    `/${contract}/-1`,
    `/nowhere/1`,
    `/${contract}/1/2`,
  ])
    expect(placeOf(path), path).toEqual({ page: 'lost' })
})
