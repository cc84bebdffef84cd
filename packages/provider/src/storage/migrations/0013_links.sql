-- Pictures of more than a few kilobytes are links in answers: tokens are read again, collections keep the source.
update tokens set metadata_state = 'new', metadata_tries = 0 where image like 'data:%' and length(image) > 4096;
update collections set image_source = image, image = null where image like 'data:%' and length(image) > 4096;
