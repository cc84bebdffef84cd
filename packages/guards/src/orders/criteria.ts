/** Offers for any of several tokens: the root of their tree. */
export { criteriaRoot } from '@sluice/seaport'
