/// <reference path="../inline.d.ts" />
import text from './styles.css?inline'

/** The kit's style sheet as text, its imports included, for shadow trees. */
export const kitStyles: string = text
