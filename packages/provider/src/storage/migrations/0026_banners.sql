-- The banner that a collection's document names, and its source, like `image` and `image_source`. Collections described
-- before this have none.
alter table collections add column banner text, add column banner_source text;
