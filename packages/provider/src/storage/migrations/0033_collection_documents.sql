-- When the document of a collection is read again; null while there is no reason to. A gateway that failed at the one
-- moment when a collection was discovered left it without a picture and a description for good.
alter table collections add column document_due timestamptz;
update collections set document_due = now() where image is null and image_source is null and description is null;
